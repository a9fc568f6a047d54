import { seenInConflict, seenOnPage } from '../oracle/forgone.ts'
import type { Choice } from '../story/schedule.ts'
import type { PageRow } from './pages.ts'
import type { Runs } from './runs.ts'
import type { Supervisor } from './supervisor.ts'

/** Decides about a record as a person does who looks at its conflict, or else at its page. */
export type Decide = (
  choice: Choice,
  record: string,
  page: PageRow | undefined,
) => Promise<{ seen?: string[]; reason?: string }>

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
