import type { Run } from '../../../core/run/run.ts'
import { dayAfter, localTime } from '../../../lib/time/time-text.ts'
import { runSeconds } from '../../live/run-report.ts'

export type RunDay = {
  /** `2026-11-20`, in the mirror’s time zone. */
  day: string
  runs: number
  withErrors: number
  created: number
  updated: number
  retired: number
  failed: number
  /** The duration of the longest run; undefined without one. */
  seconds: number | undefined
}

/**
 * The last `days` days until `now` (ms), oldest first, with the runs that started on them except dry runs.
 */
export function toRunDays(
  runs: readonly Run[],
  days: number,
  { now, timeZone = 'UTC' }: { now: number; timeZone?: string | undefined },
): RunDay[] {
  const shown = runs.filter(({ kind, state }) => kind !== 'plan' && state !== 'superseded')
  const byDay = Map.groupBy(shown, ({ createdAt }) => localTime(createdAt, timeZone).day)
  const today = localTime(now, timeZone).day
  return Array.from({ length: days }, (_, index) => {
    const day = dayAfter(today, index - days + 1)
    const ofDay = byDay.get(day) ?? []
    const sum = (of: (counts: Run['counts']) => number): number =>
      ofDay.reduce((total, { counts }) => total + of(counts), 0)
    const seconds = ofDay.flatMap((run) => runSeconds(run, now) ?? [])
    return {
      day,
      runs: ofDay.length,
      withErrors: ofDay.filter(({ state }) => state === 'failed' || state === 'partial').length,
      created: sum(({ created, restored }) => created + restored),
      updated: sum(({ updated, undone }) => updated + undone),
      retired: sum(({ retired }) => retired),
      failed: sum(({ failed }) => failed),
      seconds: seconds.length === 0 ? undefined : seconds.reduce((most, one) => Math.max(most, one)),
    }
  })
}
