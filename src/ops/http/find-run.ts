import { historyDays } from '../../core/report/history.ts'
import type { Run } from '../../core/run/run.ts'
import type { OpsDeps } from '../deps.ts'
import { HttpError } from './http-error.ts'

/** The run with this id; throws a 404 if there is none. */
export async function findRun(runs: OpsDeps['runs'], id: string): Promise<Run> {
  const run = await runs.read(id)
  if (run === undefined)
    throw new HttpError(
      404,
      'no_such_run',
      `Run ${id} does not exist. Runs are kept for ${historyDays} days.`,
    )
  return run
}
