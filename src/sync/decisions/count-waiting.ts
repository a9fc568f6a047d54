import type { Stores } from '../../store/stores.ts'
import { countUndecided } from './read-health.ts'

/** Counts unresolved problems: failing records, open decisions and held plans. */
export async function countWaiting(deps: Stores): Promise<number> {
  const [failing, undecided, waiting] = await Promise.all([
    deps.failing.count(),
    countUndecided(deps),
    deps.runs.waiting(),
  ])
  return failing + undecided + waiting.filter(({ state }) => state === 'held').length
}
