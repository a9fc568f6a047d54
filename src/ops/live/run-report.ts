import { activeStates, workedMs, type Run } from '../../core/record/run.ts'

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
