import type { SyncDeps } from '../deps.ts'
import { isWaiting, type Run } from '../../core/record/run.ts'
import { countPlanned } from './walk-plan.ts'

/**
 * Reads a held or planned run with its whole plan. `only` ends the sentence that explains a refusal: `can be approved`.
 */
export async function readWaitingRun(
  { runs, plans }: Pick<SyncDeps, 'runs' | 'plans'>,
  runId: string,
  only: string,
): Promise<{ ok: true; run: Run } | { ok: false; reason: string }> {
  const refuse = (reason: string) => ({ ok: false as const, reason })
  const run = await runs.read(runId)
  if (run === undefined) return refuse(`There is no run ${runId}. See: product-mirror status`)
  if (!isWaiting(run)) {
    const by = run.supersededBy === undefined ? '' : ` by ${run.supersededBy}`
    return refuse(`Run ${runId} is ${run.state}${by}; only a held or planned run ${only}.`)
  }
  const planned = Object.values(run.planned).reduce((sum, count) => sum + count, 0)
  return (await countPlanned(plans, runId)) === planned
    ? { ok: true, run }
    : refuse(`The plan of run ${runId} is no longer stored. Start a new run: product-mirror sync`)
}
