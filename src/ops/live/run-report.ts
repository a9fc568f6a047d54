import { activeStates, workedMs, type Run } from '../../core/run/run.ts'
import { endsOfLimits, type LimitEnds, type Limits, type Outages } from '../../core/report/pauses.ts'
import { type GuardVerdict } from '../../core/reasons/guard-verdict.ts'
import { guardMessage } from '../../core/report/guard-text.ts'
import { refusalText } from '../../core/report/refusal-text.ts'

/** A run as the API returns it. */
export type RunReport = Omit<Run, 'guards' | 'refusal'> & {
  /** The verdicts with their numbers and as sentences. */
  guards: (GuardVerdict & { message: string })[]
  /** Why the last approval was refused. */
  refusal?: string
  /** Its duration, except while it is held. */
  seconds?: number
  /** The times until which upstreams limit the active run. */
  limitedUntil?: LimitEnds
  /** The upstreams that are down for the active run. */
  outages?: Outages
}

/** The limits and outages for which an active run may wait. */
export type Pauses = { limits: Limits; outages: Outages }

/** The report of a run; `now` in milliseconds. */
export function toRunReport(run: Run, now: number, pauses?: Pauses): RunReport {
  const seconds = runSeconds(run, now)
  const waiting = pauses && isActive(run) ? pauses : undefined
  const limitedUntil = waiting && endsOfLimits(waiting.limits, now)
  const { guards, refusal, ...others } = run
  return {
    ...others,
    guards: guards.map((verdict) => ({ ...verdict, message: guardMessage(verdict, run) })),
    ...(refusal !== null && { refusal: refusalText(refusal, run) }),
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

export function isWritten(result: string): boolean {
  return written.some((one) => one === result)
}

export function countWritten({ counts }: Pick<Run, 'counts'>): number {
  return written.reduce((sum, result) => sum + counts[result], 0)
}
