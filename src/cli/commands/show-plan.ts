import { readWaitingRun } from '../../sync/runs/begin-run.ts'
import { printPlan, type PlanFormat } from '../output/print-plan.ts'
import { exitCodeOf, exitCodes } from '../shared/exit-codes.ts'
import { withStore } from '../shared/with-store.ts'
import { warn } from '../terminal/print.ts'
import { objectionText } from '../../core/reasons/command.ts'
import { namedMirror } from '../terminal/named-mirror.ts'

/** Prints the plan of a waiting run again and returns that run's exit code; requires only Redis. */
export async function showPlan(env: NodeJS.ProcessEnv, runId: string, format: PlanFormat): Promise<number> {
  return withStore(env, async (stored) => {
    const found = await readWaitingRun(stored, runId, 'has a plan to print')
    if (!found.ok) {
      warn(objectionText(found, namedMirror()))
      return exitCodes.badConfiguration
    }
    await printPlan(stored, found.run, { format, out: process.stdout, env })
    return exitCodeOf(found.run)
  })
}
