import type { Oddity } from '../record/oddities.ts'
import { activeStates, isWaiting, workedMs, type Run } from '../run/run.ts'
import { noteText } from './notes/note-text.ts'
import { countOf, formatCount, formatDuration, formatTime, listCounts } from '../text/format.ts'
import { approvedPartText } from './plan-part.ts'
import { describeUndoPart } from './undo-part.ts'
import {
  describeChanges,
  describeCounts,
  describeDifference,
  describePlan,
  describePlanned,
} from './run-counts.ts'

/** `Dry run 2026-11-20-1` */
export function titleOf({ id, kind }: Pick<Run, 'id' | 'kind'>): string {
  return `${kind === 'plan' ? 'Dry run' : 'Run'} ${id}`
}

/** How a run ended, or its current phase, in one sentence without reasons. */
export function describeRun(run: Run): string {
  const { id, state, supersededBy, samePlanAs } = run
  if (samePlanAs !== undefined)
    return `${titleOf(run)} made the same plan as run ${samePlanAs}, which keeps waiting for approval. Nothing was written.`
  if (state === 'superseded')
    return `${supersededBy === undefined ? 'A later run' : `Run ${supersededBy}`} superseded the unapproved plan of run ${id}. None of it was written.`
  return `${titleOf(run)} ${predicateOf({ ...run, state })}`
}

/** The sentence, followed by the counts that it omits: those of the plan while it waits, else of the records. */
export function describeInFull(run: Run): string {
  const shown = { ...run.counts, ...(run.state === 'partial' && { failed: 0, notPlanned: 0 }) }
  // The sentence about an undo already contains the number of restored records.
  const done = run.undoes === undefined ? shown : { ...shown, undone: 0 }
  const counts = isWaiting(run) ? describePlanned(run) : describeCounts({ ...run, counts: done })
  return counts === '' ? describeRun(run) : `${describeRun(run)} ${counts}.`
}

function predicateOf(run: Run & { state: Exclude<Run['state'], 'superseded'> }): string {
  const { state, finishedAt, createdAt } = run
  const planned = describeChanges(run.planned)
  switch (state) {
    case 'planning':
      return 'is planning.'
    case 'writing':
      return 'is writing.'
    case 'held':
      return `has been held since ${formatTime(finishedAt ?? createdAt)}: ${planned}. Nothing has been written.`
    case 'planned':
      return `planned ${planned}. Nothing has been written.`
    case 'done':
      return `${resultOf(run)}${describeConflicts(run)}.`
    case 'partial':
      return `${[`${resultOf(run)}${describeConflicts(run)}`, ...describeFailed(run), ...describeUnfetched(run)].join('; ')}.`
    case 'failed':
      return 'failed.'
    case 'cancelled':
      return 'was cancelled.'
  }
}

function resultOf(run: Run): string {
  const { kind, undoes, counts, findings } = run
  const only = describeUndoPart(run.undoPart)
  if (undoes !== undefined)
    return `reverted ${formatCount(counts.undone)} of ${countOf(counts.records, 'record')} of run ${undoes}${only === undefined ? '' : ` (only ${only})`}`
  if (findings !== undefined) return describeDrift(run)
  if (kind !== 'sync' || describeCounts(run) !== '') return 'finished'
  const same = run.rewrite === true ? ': every page already is as it would be written again' : ''
  return `finished without changes${same}`
}

/** The findings of a verify run, the repairs, and the rest for an operator. */
export function describeDrift({
  findings = {},
  repaired = {},
  repair,
}: Pick<Run, 'findings' | 'repaired' | 'repair'>): string {
  const [drift, fixed] = [listCounts(findings), listCounts(repaired)]
  const left = drift === '' ? 'no difference is left' : `left for a decision: ${drift}`
  if (repair === true && fixed !== '') return `repaired ${fixed}; ${left}`
  if (repair === true && drift !== '') return `repaired nothing; ${left}`
  const found = drift === '' ? 'found no drift' : `found drift: ${drift}`
  return fixed === '' ? found : `${found}; repaired ${fixed}`
}

/** The displayed state of a run: a verify that found differences is not simply done. */
export function shownStateOf({
  state,
  findings = {},
}: Pick<Run, 'state' | 'findings'>): Run['state'] | 'drift' {
  return state === 'done' && listCounts(findings) !== '' ? 'drift' : state
}

/** `3 of 60 records failed, 1 was not planned` */
function describeFailed({ counts, unfetched = 0 }: Run): string[] {
  const { failed, notPlanned, records } = counts
  if (failed + notPlanned === 0 && unfetched > 0) return []
  return [`${formatCount(failed)} of ${countOf(records, 'record')} failed${describeNotPlanned(notPlanned)}`]
}

/** `101 files could not be fetched` */
function describeUnfetched({ unfetched = 0 }: Run): string[] {
  return unfetched === 0 ? [] : [`${countOf(unfetched, 'file')} could not be fetched`]
}

/** `, 3 were not planned` */
function describeNotPlanned(count: number): string {
  return count === 0 ? '' : `, ${formatCount(count)} ${count === 1 ? 'was' : 'were'} not planned`
}

/** `, with 2 conflicts to decide` */
function describeConflicts({ conflicts = 0 }: Run): string {
  return conflicts === 0 ? '' : `, with ${countOf(conflicts, 'conflict')} to decide`
}

/** The results of a run, or the changes of its plan, in short: `12 updated, 3 created, 1 failed`. */
export function describeWork(run: Run): string {
  const { kind, state, findings, counts, planned, samePlanAs } = run
  if (samePlanAs !== undefined) return `same plan as ${samePlanAs}`
  const isActive = activeStates.includes(state)
  if (isWaiting(run) || state === 'superseded' || (kind === 'plan' && !isActive))
    return describePlan(planned) === '' ? 'no changes' : `planned: ${describePlan(planned)}`
  const parts = [
    kind === 'rebuild' ? `${countOf(counts.records, 'record')} read` : '',
    describeCounts(run),
    ...describeUnfetched(run),
    findings === undefined ? '' : describeDrift(run),
    ...partsOf(run),
  ].filter((part) => part !== '')
  if (parts.length > 0) return parts.join('; ')
  return isActive ? 'in progress' : 'no changes'
}

/** `a sample of 5 records of its plan`: the part of a plan, or of another run, that a run wrote. */
function partsOf(run: Run): string[] {
  const approved = approvedPartText(run)
  const undone = describeUndoPart(run.undoPart)
  return [
    ...(approved === undefined ? [] : [`${approved} of its plan`]),
    ...(undone === undefined ? [] : [`only ${undone}`]),
  ]
}

/** The time that a run was active, until its end or `now` (ms); undefined for a waiting run without an end. */
export function describeDuration(run: Run, now: number): string | undefined {
  const known = run.finishedAt !== undefined || activeStates.includes(run.state)
  return known ? formatDuration(workedMs(run, now) / 1000) : undefined
}

/** Problems for operators that did not stop the run. */
export function notesOf(
  {
    notes,
    unknownFields,
    oddities,
    difference,
  }: Pick<Run, 'notes' | 'unknownFields' | 'oddities' | 'difference'>,
  mirror: string | undefined,
): string[] {
  return [
    ...notes.map((note) => noteText(note, mirror)),
    ...(difference === undefined ? [] : [describeDifference(difference)]),
    ...(unknownFields.length === 0
      ? []
      : [`The partner sent undocumented fields: ${unknownFields.join(', ')}`]),
    ...oddities.map(describeOddity),
  ]
}

/** `availability "x" is unknown and shown as is: 12 records, for example 4026639012345/de-de` */
function describeOddity({ phrase, records, example }: Oddity): string {
  return `${phrase}: ${countOf(records, 'record')}, for example ${example}`
}

/** The remedy for a failed run. */
export function remedyOf({ failure }: Pick<Run, 'failure'>): string {
  return remedies[failure?.cause ?? 'redis']
}

const remedies: Record<NonNullable<Run['failure']>['cause'], string> = {
  partner: 'Check the partner; the next run retries. Pages are unchanged.',
  cms: 'Check the CMS; the next run does the rest.',
  redis: 'Check Redis and the log; the next run does the rest.',
  config: 'Fix the configuration; the next run retries. Pages are unchanged.',
}
