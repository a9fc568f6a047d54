import { isUndecided } from '../../core/decisions/waiting.ts'
import type { SyncDeps } from '../deps.ts'
import { listOpenDecisions } from './list-decisions.ts'

/** The count stops at this number. */
const most = 1_000

/** Counts unresolved problems: failing records, open decisions and held plans. */
export async function countWaiting(
  deps: Pick<SyncDeps, 'failing' | 'conflicts' | 'suspects' | 'decisions' | 'runs'>,
): Promise<number> {
  const failing = await deps.failing.count()
  const { waiting } = await listOpenDecisions(deps, most)
  const held = (await deps.runs.waiting()).filter(({ state }) => state === 'held')
  return failing + waiting.filter(isUndecided).length + held.length
}
