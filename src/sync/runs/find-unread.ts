import { recordId } from '../../core/record/record.ts'
import type { Run } from '../../core/run/run.ts'
import type { RunDeps } from '../deps.ts'
import { walkIds } from './walk-plan.ts'

const pageSize = 1000
const unreadResults: ReadonlySet<string> = new Set(['failed', 'quarantined'])

/** The waiting plans with a record that a run could not read right after planning. */
export async function findUnread(
  { runs, plans }: RunDeps,
  run: Pick<Run, 'id' | 'kind'>,
): Promise<ReadonlySet<string>> {
  const waiting = run.kind === 'sync' ? (await runs.waiting()).filter(({ id }) => id !== run.id) : []
  if (waiting.length === 0) return new Set()
  const unread = new Set<string>()
  for await (const outcomes of runs.scanOutcomes(run.id))
    for (const outcome of outcomes) if (unreadResults.has(outcome.result)) unread.add(recordId(outcome))
  const found = new Set<string>()
  for (const { id } of unread.size === 0 ? [] : waiting)
    for await (const ids of walkIds(plans, id, pageSize)) {
      if (!ids.some((planned) => unread.has(planned))) continue
      found.add(id)
      break
    }
  return found
}
