import { isUndecided } from '../../core/decisions/waiting.ts'
import type { SyncDeps } from '../deps.ts'
import { listOpenDecisions } from './list-decisions.ts'

/** More are not counted. */
const most = 1_000

/** Counts what is not well yet: failing records, open decisions and held plans. */
export async function countWaiting(
  deps: Pick<SyncDeps, 'failing' | 'conflicts' | 'suspects' | 'decisions' | 'runs'>,
): Promise<number> {
  const failing = await deps.failing.count()
  const { waiting } = await listOpenDecisions(deps, most)
  const held = (await deps.runs.waiting()).filter(({ state }) => state === 'held')
  return failing + waiting.filter(isUndecided).length + held.length
}
