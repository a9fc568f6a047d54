import { readStoreConfig } from '../../../config/daemon.ts'
import { notPausedText, writePauseText } from '../../core/report/pauses.ts'
import { findWritePause } from '../../store/fleet/write-gate.ts'
import { pauseWrites, resumeWrites } from '../../sync/runs/pause-writes.ts'
import { exitCodes } from '../shared/exit-codes.ts'
import { callerName, recordAuditEntry } from '../shared/record-audit-entry.ts'
import { withStore } from '../shared/with-store.ts'
import { print, warn } from '../terminal/print.ts'

/** Pauses the writes to the CMS in all processes of the mirror. */
export async function pauseNow(
  env: NodeJS.ProcessEnv,
  { until, reason }: { until: string; reason: string },
): Promise<number> {
  const { timeZone, writeSchedule } = readStoreConfig(env)
  return withStore(env, async (stored) => {
    const paused = await pauseWrites(stored, { until, reason, by: callerName() }, timeZone)
    const current = paused.ok ? await findWritePause(stored, writeSchedule) : undefined
    const result = paused.ok ? current && writePauseText(current) : `--${paused.field}: ${paused.fault}`
    const text = result ?? 'The pause has ended already.'
    await recordAuditEntry(stored, {
      action: 'pause',
      subject: 'writes to the CMS',
      done: paused.ok,
      result: text,
    })
    if (!paused.ok) {
      warn(text)
      return exitCodes.badConfiguration
    }
    print([text, 'Runs read and plan in the meantime, and write afterwards. Requests in progress finish.'])
    return exitCodes.done
  })
}

/** Ends the pause. */
export async function resumeNow(env: NodeJS.ProcessEnv): Promise<number> {
  const { writeSchedule } = readStoreConfig(env)
  return withStore(env, async (stored) => {
    const wasPaused = await resumeWrites(stored)
    const closed = await findWritePause(stored, writeSchedule)
    const more = closed === undefined ? 'Runs may write.' : writePauseText(closed)
    const result = wasPaused ? `The pause has ended. ${more}` : notPausedText(closed)
    await recordAuditEntry(stored, {
      action: 'resume',
      subject: 'writes to the CMS',
      done: wasPaused,
      result,
    })
    print([result])
    return exitCodes.done
  })
}
