import { activeStates, workedMs } from '../../core/record/run.ts'
import type { Run } from '../../core/record/run.ts'

/** A run as the API shows it: with its duration in seconds, except while it is held. */
export type RunReport = Run & { seconds?: number }

/** The report of a run; `now` in milliseconds. */
export function toRunReport(run: Run, now: number): RunReport {
  const seconds = runSeconds(run, now)
  return seconds === undefined ? run : { ...run, seconds }
}

/** Seconds that a run was active, until its end or until `now` (ms). */
export function runSeconds(run: Run, now: number): number | undefined {
  return run.finishedAt !== undefined || isActive(run) ? workedMs(run, now) / 1000 : undefined
}

export function isActive({ state }: Run): boolean {
  return activeStates.includes(state)
}
