import { countOf, formatCount, listCounts } from '../text/format.ts'
import type { Counts, PlanDifference, Run } from '../run/run.ts'
import { type Advice } from '../reasons/command.ts'

export type CountName = Exclude<keyof Counts, 'records'>
/** The number of records with one result; `label` is its display name. */
export type Count = { name: CountName; label: string; count: number }

/** The display names of the results, in the order used everywhere. */
const labels = {
  created: 'created',
  updated: 'updated',
  restored: 'restored',
  retired: 'retired',
  undone: 'reverted',
  unchanged: 'unchanged',
  kept: 'kept',
  held: 'held',
  deferred: 'deferred',
  quarantined: 'in quarantine',
  absent: 'absent',
  failed: 'failed',
  notPlanned: 'not planned',
} as const satisfies Record<CountName, string>

/** The results of a run’s records, zeros included. */
export function countsOf({ counts }: Pick<Run, 'counts'>): Count[] {
  return (Object.keys(labels) as CountName[]).map((name) => ({
    name,
    label: labels[name],
    count: counts[name],
  }))
}

/** `12 updated, 3 created, 1 failed`: the results of a run; "" without any. */
export function describeCounts({ counts, keptEdits = 0 }: Pick<Run, 'counts' | 'keptEdits'>): string {
  const withEdits = { ...counts, kept: counts.kept + keptEdits }
  const shown = countsOf({ counts: withEdits }).filter(
    ({ name }) => name !== 'unchanged' && name !== 'absent',
  )
  return listCounts(Object.fromEntries(shown.map(({ label, count }) => [label, count])))
}

const planNouns = { retire: 'retirement', update: 'update', create: 'new page', restore: 'return' } as const

/** `12 retirements, 3 updates, 1 new page`: the changes of a plan; "" without any. */
export function describePlan(planned: Run['planned']): string {
  return (Object.keys(planNouns) as (keyof typeof planNouns)[])
    .filter((kind) => planned[kind] > 0)
    .map((kind) => countOf(planned[kind], planNouns[kind]))
    .join(', ')
}

/** The changes of a plan; `no changes` without any. */
export function describeChanges(planned: Run['planned']): string {
  return describePlan(planned) || 'no changes'
}

/** Describes the difference between a held plan and the one that it superseded, as a sentence. */
export function describeDifference({ runId, added, removed, changed }: PlanDifference): string {
  const parts = Object.entries({ added, removed, changed })
    .map(([how, counts]) => [describePlan(counts), how])
    .filter(([counts]) => counts !== '')
    .map(([counts, how]) => `${counts} ${how}`)
  const what = parts.length === 0 ? 'the same changes, under other conditions' : parts.join('; ')
  return `Compared with the held plan ${runId}: ${what}`
}

/** `1 to create, 2 to update, …; 80 unchanged, 0 failed`: a plan in numbers, zeros included. */
export function describePlanned({ planned, counts }: Pick<Run, 'planned' | 'counts'>): string {
  const { create, update, restore, retire } = planned
  const parts = Object.entries({ create, update, restore, retire }).map(
    ([kind, count]) => `${formatCount(count)} to ${kind}`,
  )
  return `${parts.join(', ')}; ${formatCount(counts.unchanged)} unchanged, ${formatCount(counts.failed)} failed`
}

const reasons: readonly [CountName, string, string[]?][] = [
  ['absent', 'not found at the partner'],
  ['kept', 'with an editor’s changes kept'],
  ['held', 'held until you decide', ['decisions']],
  ['deferred', 'deferred to a later run: the page is open in the editor, or changed since the plan was made'],
  ['quarantined', 'in quarantine after repeated failures', ['status', '--failing']],
  ['failed', 'failed: pages unchanged, the next run retries'],
  ['notPlanned', 'without a result; pages unchanged, the next run retries'],
]

/** Why records were not changed, one line per result. */
export function explainCounts({
  counts: { kept, ...others },
  keptEdits = 0,
}: Pick<Run, 'counts' | 'keptEdits'>): (Advice & { label: string })[] {
  const counts = { ...others, kept: kept + keptEdits }
  return reasons
    .filter(([name]) => counts[name] > 0)
    .map(([name, why, argv]) => ({
      label: name === 'quarantined' ? 'skipped' : labels[name],
      text: `${countOf(counts[name], 'record')} ${why}`,
      argv,
    }))
}

export function describeMedia({ media }: Pick<Run, 'media'>): string {
  return `${formatCount(media.uploaded)} uploaded, ${formatCount(media.reused)} reused, ${formatCount(media.failed)} failed`
}

export function describeRequests({ requests }: Pick<Run, 'requests'>): string {
  const { partner, cmsReads, cmsBatches, cmsOther } = requests
  const cms = `${countOf(cmsReads, 'read')}, ${countOf(cmsBatches, 'batch', 'batches')}, ${formatCount(cmsOther)} other`
  return `${formatCount(partner)} to the partner; CMS: ${cms}`
}
