import { seenInConflict, seenOnPage } from '../oracle/forgone.ts'
import type { Decide } from './editors.ts'
import type { Runs } from './runs.ts'
import type { Supervisor } from './supervisor.ts'

export function createDecider(supervisor: Supervisor, runs: Runs): Decide {
  return async (choice, record, page) => {
    if (!supervisor.isSupervising()) return { reason: 'no daemon is alive' }
    const conflict = choice === 'overwrite' ? await runs.conflict(record) : undefined
    const seen = conflict === undefined ? seenOnPage(page) : seenInConflict(conflict)
    const reason = await runs.resolve(record, choice)
    if (reason !== undefined) return { reason }
    return choice === 'overwrite' ? { seen } : {}
  }
}
