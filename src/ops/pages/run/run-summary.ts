import { plural } from '../../../core/record/plural.ts'
import { describePlan } from '../../../core/plan/describe-plan.ts'
import { activeStates, approvalTime, isWaiting, type Run } from '../../../core/record/run.ts'
import { formatCount, formatDuration, formatTime } from '../../http/format.ts'
import { runSeconds } from '../../live/run-report.ts'

type Fact = { label: string; text: string }

/** A run as a list and its own page show it. */
export type RunSummary = {
  id: string
  kind: string
  trigger: string
  state: string
  started: string
  took: string
  /** `12 updated, 3 created, 1 failed`; of a waiting run what it would do. */
  did: string
  failure: string | undefined
}

/** A run in a line; `now` in milliseconds. */
export function summarize(run: Run, now: number): RunSummary {
  const seconds = runSeconds(run, now)
  const waits = isWaiting(run)
  const plan = describePlan(run.planned)
  return {
    id: run.id,
    kind: run.kind,
    trigger: run.trigger,
    state: run.state,
    started: formatTime(run.createdAt),
    took: seconds === undefined ? '–' : formatDuration(seconds),
    did: waits ? (plan === '' ? 'nothing to do' : `would do: ${plan}`) : describeCounts(run),
    failure: run.failure && `${run.failure.cause}: ${run.failure.message}`,
  }
}

const shown = [
  'created',
  'updated',
  'restored',
  'retired',
  'undone',
  'kept',
  'held',
  'deferred',
  'quarantined',
  'failed',
] as const

function describeCounts(run: Run): string {
  const parts = shown
    .filter((name) => run.counts[name] > 0)
    .map((name) => `${formatCount(run.counts[name])} ${name}`)
  const drift = Object.entries(run.findings ?? {}).map(([kind, count]) => `${formatCount(count)} ${kind}`)
  const all = [...parts, ...drift]
  if (all.length > 0) return all.join(', ')
  return activeStates.includes(run.state) ? 'at work' : 'nothing changed'
}

/** What a run counted, the numbers that are not zero. */
export function factsOfRun(run: Run, now: number): Fact[] {
  const { counts, media, requests } = run
  const seconds = runSeconds(run, now)
  const numbers = (names: Readonly<Record<string, number>>): string =>
    Object.entries(names)
      .filter(([, count]) => count > 0)
      .map(([name, count]) => `${formatCount(count)} ${name}`)
      .join(', ')
  const { partner, cmsReads, cmsBatches, cmsOther } = requests
  const facts = [
    { label: 'Started', text: `${formatTime(run.createdAt)}, by ${run.trigger}` },
    { label: 'Took', text: seconds === undefined ? '' : formatDuration(seconds) },
    { label: 'Approved', text: approvalOf(run) },
    { label: 'Covers', text: scopeOf(run) },
    { label: 'Records', text: formatCount(counts.records) },
    { label: 'Unchanged', text: counts.unchanged > 0 ? formatCount(counts.unchanged) : '' },
    { label: 'Not at the partner', text: counts.absent > 0 ? formatCount(counts.absent) : '' },
    { label: 'Media', text: numbers(media) },
    {
      label: 'Requests',
      text: numbers({
        'to the partner': partner,
        [`${plural(cmsReads, 'read')} from the CMS`]: cmsReads,
        [`${plural(cmsBatches, 'batch', 'batches')} to the CMS`]: cmsBatches,
        'other to the CMS': cmsOther,
      }),
    },
  ]
  return facts.filter(({ text }) => text !== '')
}

function approvalOf(run: Run): string {
  const at = approvalTime(run)
  return at === undefined
    ? ''
    : `${formatTime(at)}, after it had waited for ${formatDuration((run.waitedMs ?? 0) / 1000)}`
}

function scopeOf({ scope, languages }: Run): string {
  const { gtins, languages: only } = scope
  const products =
    gtins === undefined ? 'all products' : gtins.length <= 3 ? gtins.join(', ') : `${gtins.length} products`
  const names = only ?? languages
  const spoken =
    names.length === 0 ? '' : names.length <= 6 ? ` in ${names.join(', ')}` : ` in ${names.length} languages`
  return products + spoken
}
