import { createPlans } from '../../store/runs/plans.ts'
import { createRuns } from '../../store/runs/runs.ts'
import { createTables } from '../../store/formats/tables.ts'
import { cancelRun } from '../../sync/runs/begin-run.ts'
import { exitCodes } from '../shared/exit-codes.ts'
import { recordAuditEntry } from '../shared/record-audit-entry.ts'
import { withStore } from '../shared/with-store.ts'

/** Cancels an active run, or discards the plan of a waiting one; needs only Redis. */
export async function cancelNow(env: NodeJS.ProcessEnv, runId: string): Promise<number> {
  return withStore(env, async (store, log) => {
    const { redis, keys } = store
    const deps = {
      runs: createRuns(redis, keys),
      plans: createPlans(redis, keys),
      failing: createTables(redis, keys).failing,
      // The person who cancels needs no notice.
      notify: async () => undefined,
      now: () => new Date(),
      log,
    }
    const before = await deps.runs.state(runId)
    const cancelled = await cancelRun(deps, runId)
    await recordAuditEntry(store, log, {
      action: 'cancel',
      subject: `run ${runId}`,
      done: cancelled.ok,
      result: cancelled.ok ? `Run ${runId} is cancelled.` : cancelled.reason,
    })
    if (!cancelled.ok) {
      process.stderr.write(`${cancelled.reason}\n`)
      return exitCodes.badConfiguration
    }
    const active = before === 'planning' || before === 'writing'
    const rest = active
      ? 'Requests in progress finish; nothing more is started.'
      : 'Its plan is discarded; nothing of it was written.'
    process.stdout.write(`Run ${runId} is cancelled. ${rest}\n`)
    return exitCodes.done
  })
}
