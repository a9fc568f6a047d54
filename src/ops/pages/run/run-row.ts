import type { Run } from '../../../core/record/run.ts'
import { formatCount, formatTime } from '../../../core/report/format.ts'
import { shortDigest } from '../../../core/report/plan-approval.ts'
import { sentenceOf } from '../../../core/report/reason.ts'
import { countsOf, type CountName } from '../../../core/report/run-counts.ts'
import { runUrl } from '../shared/links.ts'
import { summarize } from './run-summary.ts'

/** Counts without a column. */
const omitted: ReadonlySet<CountName> = new Set(['undone', 'deferred', 'quarantined', 'absent'])

/** The row of a run; `now` in milliseconds. */
export function toRunRow(run: Run, now: number) {
  const counts = countsOf(run).filter(({ name }) => !omitted.has(name))
  return {
    ...summarize(run, now),
    url: runUrl(run.id),
    createdAt: run.createdAt,
    counts: [
      toCell('records', run.counts.records),
      ...counts.map(({ label, count }) => toCell(label, count)),
    ],
  }
}

/** A held run’s plan. */
export function toHeldPlan(run: Run) {
  const { id, guards, planned, refusal, samples } = run
  const since = run.finishedAt ?? run.createdAt
  return {
    id,
    url: runUrl(run.id),
    since: { iso: since, text: formatTime(since) },
    messages: guards.map(({ message }) => sentenceOf(message)),
    refusal,
    planned: Object.entries(planned).map(([label, count]) => toCell(label, count)),
    digest: shortDigest(run),
    /** Pages of which the report shows how they would change. */
    samples: new Set(samples.map(({ pageId }) => pageId)).size,
  }
}

function toCell(label: string, count: number) {
  return { label, text: formatCount(count), weak: count === 0 }
}
