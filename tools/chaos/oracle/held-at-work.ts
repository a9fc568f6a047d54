import type { Done } from '../actors/editors.ts'
import type { PageRow } from '../actors/pages.ts'
import type { Schedule } from '../story/schedule.ts'
import { advance } from './expected.ts'
import type { Expected, Said } from './expectation.ts'
import { marksOf } from './versions.ts'

/**
 * The expectation after a run if an editor may have held the record while it was active. The run processed the record before
 * the hold, or it did not. The page shows which; from then on it must stay so.
 */
export function foreseeOne(
  before: Expected,
  actions: readonly Done[],
  said: Said,
  { policy, page }: { policy: Schedule['policy']; page: PageRow | undefined },
): Expected {
  const moved = advance(before, actions, said, policy)
  const isHeldAtWork = actions.some(
    ({ action, when, reason }) => action.do === 'hold' && when === 'at work' && reason === undefined,
  )
  if (!isHeldAtWork) return moved
  const others = actions.filter(({ action }) => action.do !== 'hold')
  const passed = { ...advance(before, others, said, policy), hold: true }
  return fits(passed, moved, page) ? passed : moved
}

/** Whether the page matches the first expectation rather than the other one. */
function fits(expected: Expected, otherwise: Expected, page: PageRow | undefined): boolean {
  if (page === undefined || expected.page !== 'alive')
    return (page === undefined) === (expected.page !== 'alive')
  if (otherwise.page !== 'alive') return true
  const isAt = ({ statuses, trashed }: Expected): boolean => trashed || statuses.includes(page.status)
  if (!isAt(expected) || !isAt(otherwise)) return isAt(expected)
  const own = new Set(marksOf(otherwise.version ?? {}))
  const news = marksOf(expected.version ?? {}).filter((mark) => !own.has(mark))
  // On a page without its block, only a mapped field may show the version.
  const texts = [page.title, page.excerpt, page.content, JSON.stringify(page.mapped ?? {})]
  return news.some((mark) => texts.some((text) => text.includes(mark)))
}
