import { seenInConflict, seenOnPage } from '../oracle/forgone.ts'
import type { Decide } from './editors.ts'
import type { Runs } from './runs.ts'
import type { Supervisor } from './supervisor.ts'

export function createDecider(supervisor: Supervisor, runs: Runs): Decide {
  return async (choice, record, page) => {
    if (!supervisor.isSupervising()) return { reason: 'no daemon is alive' }
    if (choice !== 'overwrite') {
      const reason = await runs.resolve(record, choice)
      return reason === undefined ? {} : { reason }
    }
    const before = await runs.conflict(record)
    const reason = await runs.resolve(record, choice)
    if (reason !== undefined) return { reason }
    // In between, an active run may have found another conflict, or ended one, before the decision or after it.
    const both = [before, await runs.conflict(record)]
    const met = both.filter((conflict) => conflict !== undefined)
    return { seen: [...(met.length < both.length ? seenOnPage(page) : []), ...met.flatMap(seenInConflict)] }
  }
}
