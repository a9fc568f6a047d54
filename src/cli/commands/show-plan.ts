import { createPlans } from '../../store/runs/plans.ts'
import { createRuns } from '../../store/runs/runs.ts'
import { createSnapshots } from '../../store/records/snapshots.ts'
import { readWaiting } from '../../sync/runs/find-pending-run.ts'
import { exitCodeOf, exitCodes } from '../shared/exit-codes.ts'
import { printPlan, type PlanFormat } from '../output/print-plan.ts'
import { linesFor } from '../terminal/wrap.ts'
import { withStore } from '../shared/with-store.ts'

/** Prints the plan of a waiting run again and returns that run's exit code; needs only Redis. */
export async function showPlan(env: NodeJS.ProcessEnv, runId: string, format: PlanFormat): Promise<number> {
  return withStore(env, async ({ redis, keys }) => {
    const deps = {
      runs: createRuns(redis, keys),
      plans: createPlans(redis, keys),
      snapshots: createSnapshots(redis, keys),
    }
    const found = await readWaiting(deps, runId, 'has a plan to print')
    if (!found.ok) {
      process.stderr.write(`${linesFor(process.stderr, [found.reason]).join('\n')}\n`)
      return exitCodes.badConfiguration
    }
    await printPlan(deps, found.run, format, process.stdout)
    return exitCodeOf(found.run)
  })
}
