import { countsOf } from '../../../core/report/run-counts.ts'
import type { Run } from '../../../core/run/run.ts'
import { formatCount, formatDuration } from '../../../core/text/format.ts'
import { runSeconds } from '../../live/run-report.ts'
import { runUrl } from '../shared/links.ts'

/** Smaller differences of a duration are chance. */
const leastShare = 0.1
const leastSeconds = 1

/** The differences between two complete runs: `+3 updated, −1 failed, 12 s longer`; `now` in milliseconds. */
export function compareRuns(run: Run, before: Run, now: number): { id: string; url: string; text: string } {
  const earlier = new Map(countsOf(before).map(({ name, count }) => [name, count]))
  const counts = countsOf(run).flatMap(({ name, label, count }) => {
    const more = count - (earlier.get(name) ?? 0)
    return more === 0 || name === 'unchanged'
      ? []
      : [`${more > 0 ? '+' : '−'}${formatCount(Math.abs(more))} ${label}`]
  })
  const state = run.state === before.state ? [] : [`${before.state} before`]
  const parts = [...state, ...counts, ...compareDurations(runSeconds(run, now), runSeconds(before, now))]
  return {
    id: before.id,
    url: runUrl(before.id),
    text: parts.length === 0 ? 'same result' : parts.join(', '),
  }
}

function compareDurations(seconds: number | undefined, before: number | undefined): string[] {
  if (seconds === undefined || before === undefined) return []
  const more = seconds - before
  if (Math.abs(more) < Math.max(leastSeconds, before * leastShare)) return []
  return [`${formatDuration(Math.abs(more))} ${more > 0 ? 'longer' : 'shorter'}`]
}
