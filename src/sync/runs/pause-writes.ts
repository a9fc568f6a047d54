import { readUntil, untilForms } from '../../lib/time/read-until.ts'
import { toOneLine } from '../../lib/text/one-line.ts'
import type { Stores } from '../../store/stores.ts'
import { activeStates, type Run } from '../../core/run/run.ts'
import type { StoredPause } from '../ports/stored.ts'

type Paused = { ok: true; pause: StoredPause } | { ok: false; field: 'until' | 'reason'; fault: string }

const longestReason = 300

/**
 * Pauses the writes to the CMS in all processes, or changes the current pause. `until` is a text of the operator, in the
 * time zone of the mirror.
 */
export async function pauseWrites(
  { writePauses, sharedTime }: Pick<Stores, 'writePauses' | 'sharedTime'>,
  { until: text, reason: given, by }: { until: string; reason: string; by: string },
  timeZone: string,
): Promise<Paused> {
  const reason = toOneLine(given).trim()
  if (reason === '' || reason.length > longestReason)
    return { ok: false, field: 'reason', fault: `A reason has 1 to ${longestReason} characters.` }
  const since = await sharedTime()
  const until = readUntil(text, since, timeZone)
  if (until === undefined) {
    const fault = `“${text}” is not a time within the next year. Allowed: ${untilForms} (${timeZone}).`
    return { ok: false, field: 'until', fault }
  }
  const pause = { until, since, by, reason }
  await writePauses.save(pause)
  return { ok: true, pause }
}

/** Lets an active run write outside the write windows; undefined if it is not active. */
export async function allowActiveNow(
  { runs, writePauses }: Pick<Stores, 'runs' | 'writePauses'>,
  runId: string,
  reason: string,
): Promise<Run | undefined> {
  const run = await runs.read(runId)
  if (run === undefined || !activeStates.includes(run.state)) return undefined
  await writePauses.allowNow(runId, reason)
  return run
}

/** Ends the pause; false if there was none. */
export async function resumeWrites({ writePauses }: Pick<Stores, 'writePauses'>): Promise<boolean> {
  const pause = await writePauses.read()
  await writePauses.end()
  return pause !== undefined
}
