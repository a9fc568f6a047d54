import { activeStates, workedMs, type Run } from '../../core/record/run.ts'
import { endsOfLimits, type LimitEnds, type Limits, type Outages } from '../../core/report/pauses.ts'

/** A run as the API shows it. */
export type RunReport = Run & {
  /** Its duration, except while it is held. */
  seconds?: number
  /** Until when upstreams limit a run at work. */
  limitedUntil?: LimitEnds
  /** The upstreams that do not answer a run at work. */
  outages?: Outages
}

/** What an active run may wait for. */
export type Pauses = { limits: Limits; outages: Outages }

/** The report of a run; `now` in milliseconds. */
export function toRunReport(run: Run, now: number, pauses?: Pauses): RunReport {
  const seconds = runSeconds(run, now)
  const waiting = pauses && isActive(run) ? pauses : undefined
  const limitedUntil = waiting && endsOfLimits(waiting.limits, now)
  return {
    ...run,
    ...(seconds !== undefined && { seconds }),
    ...(limitedUntil && { limitedUntil }),
    ...(waiting && Object.keys(waiting.outages).length > 0 && { outages: waiting.outages }),
  }
}

/** Seconds that a run was active, until its end or until `now` (ms). */
export function runSeconds(run: Run, now: number): number | undefined {
  return run.finishedAt !== undefined || isActive(run) ? workedMs(run, now) / 1000 : undefined
}

export function isActive({ state }: Run): boolean {
  return activeStates.includes(state)
}

/** Results of records whose page was written. */
const written = ['created', 'updated', 'restored', 'retired', 'undone'] as const

/** Whether a record with this result had its page written. */
export function isWritten(result: string): boolean {
  return written.some((one) => one === result)
}

/** How many pages a run wrote. */
export function countWritten({ counts }: Pick<Run, 'counts'>): number {
  return written.reduce((sum, result) => sum + counts[result], 0)
}
