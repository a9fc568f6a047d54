import { activeStates } from '../sync/run.ts'
import type { Run } from '../sync/run.ts'

/** A run as the API shows it: with the seconds that it took, or takes by now; without them while it is held. */
export type RunReport = Run & { seconds?: number }

/** The report of a run; `now` in milliseconds. */
export function toRunReport(run: Run, now: number): RunReport {
  const seconds = runSeconds(run, now)
  return seconds === undefined ? run : { ...run, seconds }
}

/** Seconds from a run's creation to its end, or to `now` (ms) while it is at work; a held run's time says nothing. */
export function runSeconds(run: Run, now: number): number | undefined {
  const createdAt = Date.parse(run.createdAt)
  if (run.finishedAt !== undefined) return (Date.parse(run.finishedAt) - createdAt) / 1000
  return isActive(run) ? (now - createdAt) / 1000 : undefined
}

/** True while a run is at work. */
export function isActive({ state }: Run): boolean {
  return activeStates.includes(state)
}
