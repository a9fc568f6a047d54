import { describeCounts } from '../../../core/report/run-counts.ts'
import { Counts, type Run } from '../../../core/run/run.ts'
import { countOf, formatCount } from '../../../core/text/format.ts'
import { localTime } from '../../../lib/time/time-text.ts'
import { countWritten, isActive } from '../../live/run-report.ts'
import { runUrl } from '../shared/links.ts'
import type { Fact } from './overview-facts.ts'

const dayMs = 24 * 3_600_000

/**
 * The changes of the last 24 hours, with a link to them: to the run that wrote them, or to the list of several. `runs`
 * are the newest first, `now` is in milliseconds.
 */
export function lastDayFact(
  runs: readonly Run[],
  { now, timeZone = 'UTC' }: { now: number; timeZone?: string | undefined },
): Fact {
  const label = 'Last 24 hours'
  const recent = runs.filter(
    (run) => isActive(run) || Date.parse(run.finishedAt ?? run.createdAt) >= now - dayMs,
  )
  if (recent.length === 0) return { label, text: 'no runs', notes: [] }
  const failed = recent.filter(({ state }) => state === 'failed' || state === 'partial').length
  const errors = failed === 0 ? 'none failed' : `${formatCount(failed)} failed or partial`
  const ofRuns = `${countOf(recent.length, 'run')}, ${errors}`
  const writing = recent.filter((run) => countWritten(run) > 0)
  const [only, ...others] = writing
  if (only === undefined) return { label, text: 'no changes', notes: [ofRuns] }
  const changes = writing.reduce((sum, run) => sum + countWritten(run), 0)
  const from = localTime(
    recent.reduce((first, { createdAt }) => Math.min(first, Date.parse(createdAt)), Infinity),
    timeZone,
  ).day
  return {
    label,
    text: countOf(changes, 'change'),
    notes: [describeCounts({ counts: writtenOf(writing) }), ofRuns],
    link: {
      text: 'What changed',
      url: others.length === 0 ? `${runUrl(only.id)}#changes` : `/runs?from=${from}`,
    },
  }
}

/** The sums of the counts of written records. */
function writtenOf(runs: readonly Run[]): Counts {
  const sum = (name: keyof Counts): number => runs.reduce((total, { counts }) => total + counts[name], 0)
  return {
    ...Counts.parse({ records: 0 }),
    created: sum('created'),
    updated: sum('updated'),
    restored: sum('restored'),
    retired: sum('retired'),
    undone: sum('undone'),
  }
}
