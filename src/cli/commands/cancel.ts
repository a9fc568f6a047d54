import { cancelRun } from '../../sync/runs/begin-run.ts'
import { exitCodes } from '../shared/exit-codes.ts'
import { recordAuditEntry } from '../shared/record-audit-entry.ts'
import { withStore } from '../shared/with-store.ts'
import { print, warn } from '../terminal/print.ts'
import { objectionText } from '../../core/reasons/command.ts'
import { namedMirror } from '../terminal/named-mirror.ts'

/** Cancels an active run, or discards the plan of a waiting one; requires only Redis. */
export async function cancelNow(env: NodeJS.ProcessEnv, runId: string): Promise<number> {
  return withStore(env, async (stored) => {
    const before = await stored.runs.state(runId)
    // The operator who cancels needs no notice.
    const deps = { ...stored, notify: async () => undefined, now: () => new Date() }
    const cancelled = await cancelRun(deps, runId)
    const result = cancelled.ok ? `Run ${runId} is cancelled.` : objectionText(cancelled, namedMirror())
    await recordAuditEntry(stored, {
      action: 'cancel',
      subject: `run ${runId}`,
      done: cancelled.ok,
      result,
    })
    if (!cancelled.ok) {
      warn(result)
      return exitCodes.badConfiguration
    }
    const active = before === 'planning' || before === 'writing'
    const rest = active
      ? 'Requests in progress finish; nothing more is started.'
      : 'Its plan is discarded; nothing of it was written.'
    print([`${result} ${rest}`])
    return exitCodes.done
  })
}
