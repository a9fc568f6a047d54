import type { Run } from '../../../core/record/run.ts'
import { runSeconds } from '../../live/run-report.ts'

/** The runs of one day together; `seconds` of the longest, undefined without a run. */
export type RunDay = {
  /** `2026-11-20`, UTC. */
  day: string
  runs: number
  withErrors: number
  created: number
  updated: number
  retired: number
  failed: number
  seconds: number | undefined
}

const dayMs = 24 * 3_600_000

/** The last `days` days until `now` (ms), oldest first, with the runs that started on them; without dry runs. */
export function toRunDays(runs: readonly Run[], days: number, now: number): RunDay[] {
  const byDay = Map.groupBy(
    runs.filter(({ kind, state }) => kind !== 'plan' && state !== 'superseded'),
    ({ createdAt }) => createdAt.slice(0, 10),
  )
  return Array.from({ length: days }, (_, index) => {
    const day = new Date(now - (days - 1 - index) * dayMs).toISOString().slice(0, 10)
    const those = byDay.get(day) ?? []
    const sum = (of: (run: Run) => number): number => those.reduce((total, run) => total + of(run), 0)
    const seconds = those.flatMap((run) => runSeconds(run, now) ?? [])
    return {
      day,
      runs: those.length,
      withErrors: those.filter(({ state }) => state === 'failed' || state === 'partial').length,
      created: sum(({ counts }) => counts.created + counts.restored),
      updated: sum(({ counts }) => counts.updated + counts.undone),
      retired: sum(({ counts }) => counts.retired),
      failed: sum(({ counts }) => counts.failed),
      seconds: seconds.length === 0 ? undefined : Math.max(...seconds),
    }
  })
}
