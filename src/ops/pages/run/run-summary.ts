import { approvalTime, type Run } from '../../../core/run/run.ts'
import { formatAgo, formatCount, formatDuration, formatTime, listCounts } from '../../../core/text/format.ts'
import { canBeApproved, shortDigest } from '../../../core/report/plan-approval.ts'
import { countsOf, describeRequests, type CountName } from '../../../core/report/run-counts.ts'
import { listPatterns } from '../../../core/report/plan-patterns.ts'
import { describeDuration, describeWork, shownStateOf } from '../../../core/report/run-summary.ts'
import { capitalized, sentenceOf } from '../../../core/report/sentence.ts'
import { runUrl } from '../shared/links.ts'
import { commandText } from '../../../core/reasons/command.ts'
import { nextCommand } from '../../../core/run/plan-commands.ts'
import { guardText } from '../../../core/report/guard-text.ts'
import { refusalText } from '../../../core/report/refusal-text.ts'

/** The origin of a run, after “from”. */
export const sources: Readonly<Record<Run['trigger'], string>> = {
  cli: 'a terminal',
  schedule: 'the schedule',
  api: 'the API',
  dashboard: 'the dashboard',
}

/** A run in a line; `now` in milliseconds. */
export function summarize(run: Run, now: number) {
  const { id, kind, trigger, state, createdAt, failure } = run
  return {
    id,
    kind,
    source: sources[trigger],
    state,
    shownState: shownStateOf(run),
    created: formatTime(createdAt),
    ago: formatAgo(createdAt, now),
    duration: describeDuration(run, now) ?? '–',
    work: describeWork(run),
    failure: failure && capitalized(sentenceOf(failure.message)),
  }
}

/** A run's numbers, except zeros. */
export function factsOfRun(run: Run, now: number): { label: string; text: string }[] {
  const { counts, media, requests, createdAt, trigger } = run
  const some = (count: number): string => (count > 0 ? formatCount(count) : '')
  const facts = [
    { label: 'Started', text: `${formatTime(createdAt)}, from ${sources[trigger]}` },
    { label: 'Duration', text: describeDuration(run, now) ?? '' },
    { label: 'Approved', text: approvalOf(run) },
    { label: 'Covers', text: scopeOf(run) },
    { label: 'Records', text: formatCount(counts.records) },
    { label: 'Unchanged', text: some(counts.unchanged) },
    { label: 'Not found at the partner', text: some(counts.absent) },
    { label: 'Media', text: listCounts(media) },
    { label: 'Requests', text: listCounts(requests) === '' ? '' : describeRequests(run) },
  ]
  return facts.filter(({ text }) => text !== '')
}

function approvalOf(run: Run): string {
  const at = approvalTime(run)
  return at === undefined
    ? ''
    : `${formatTime(at)}, after waiting for ${formatDuration((run.waitedMs ?? 0) / 1000)}`
}

function scopeOf({ scope, languages }: Run): string {
  const { gtins, languages: only = languages } = scope
  const products =
    gtins === undefined ? 'all products' : gtins.length <= 3 ? gtins.join(', ') : `${gtins.length} products`
  if (only.length === 0) return products
  return `${products} in ${only.length <= 6 ? only.join(', ') : `${only.length} languages`}`
}

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
export function toHeldPlan(run: Run, mirror: string | undefined) {
  const { id, guards, planned, refusal, samples, summary } = run
  const since = run.finishedAt ?? run.createdAt
  return {
    id,
    url: runUrl(run.id),
    since: formatTime(since),
    patterns: summary === undefined ? '' : listPatterns(summary, 3),
    messages: guards.map((verdict) => guardText(verdict, 'would', mirror)),
    refusal: refusal === null ? undefined : refusalText(refusal, run, mirror),
    planned: Object.entries(planned).map(([kind, count]) => toCell(`to ${kind}`, count)),
    digest: shortDigest(run),
    mayApprove: canBeApproved(run),
    next: commandText(nextCommand(run), mirror),
    /** The number of pages whose change the report shows. */
    samples: new Set(samples.map(({ pageId }) => pageId)).size,
  }
}

function toCell(label: string, count: number) {
  return { label, text: formatCount(count), weak: count === 0 }
}
