import { approvalTime, type Run } from '../../../core/record/run.ts'
import { formatCount, formatDuration, formatTime, listCounts } from '../../../core/report/format.ts'
import { describeRequests } from '../../../core/report/run-counts.ts'
import { describeDuration, describeWork } from '../../../core/report/run-summary.ts'

/** A run in a line; `now` in milliseconds. */
export function summarize(run: Run, now: number) {
  const { id, kind, trigger, state, createdAt, failure } = run
  return {
    id,
    kind,
    trigger,
    state,
    created: formatTime(createdAt),
    duration: describeDuration(run, now) ?? '–',
    work: describeWork(run),
    failure: failure && `${failure.cause}: ${failure.message}`,
  }
}

/** A run’s numbers, without those that are zero. */
export function factsOfRun(run: Run, now: number): { label: string; text: string }[] {
  const { counts, media, requests, createdAt, trigger } = run
  const some = (count: number): string => (count > 0 ? formatCount(count) : '')
  const facts = [
    { label: 'Started', text: `${formatTime(createdAt)}, by ${trigger}` },
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
