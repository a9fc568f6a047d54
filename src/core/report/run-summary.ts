import { activeStates, isWaiting, workedMs, type Run } from '../record/run.ts'
import { countOf, formatCount, formatDuration, formatTime, listCounts } from './format.ts'
import { describeCounts, describePlan, describePlanned } from './run-counts.ts'

/** `Dry run 2026-11-20-1` */
export function titleOf({ id, kind }: Pick<Run, 'id' | 'kind'>): string {
  return `${kind === 'plan' ? 'Dry run' : 'Run'} ${id}`
}

/** How a run ended, or where it is, in one sentence without its reasons. */
export function describeRun(run: Run): string {
  const { id, state, supersededBy } = run
  if (state === 'superseded')
    return `${supersededBy === undefined ? 'A later run' : `Run ${supersededBy}`} superseded the unapproved plan of run ${id}. None of it was written.`
  return `${titleOf(run)} ${predicateOf({ ...run, state })}`
}

/** The sentence, and the counts that it does not have: of the plan while it waits, else of the records. */
export function describeInFull(run: Run): string {
  const shown = { ...run.counts, ...(run.state === 'partial' && { failed: 0 }) }
  const counts = isWaiting(run) ? describePlanned(run) : describeCounts({ counts: shown })
  return counts === '' ? describeRun(run) : `${describeRun(run)} ${counts}.`
}

function predicateOf(run: Run & { state: Exclude<Run['state'], 'superseded'> }): string {
  const { state, counts, finishedAt, createdAt } = run
  const planned = describePlan(run.planned) || 'no changes'
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
      return `${resultOf(run)}${describeConflicts(run)}; ${formatCount(counts.failed)} of ${countOf(counts.records, 'record')} failed.`
    case 'failed':
      return 'failed.'
    case 'cancelled':
      return 'was cancelled.'
  }
}

function resultOf(run: Run): string {
  const { kind, undoes, counts, findings } = run
  if (undoes !== undefined)
    return `put back ${formatCount(counts.undone)} of ${countOf(counts.records, 'record')} of run ${undoes}`
  if (findings !== undefined) return describeDrift(findings)
  return kind === 'sync' && describeCounts(run) === '' ? 'finished without changes' : 'finished'
}

/** `, with 2 conflicts to decide` */
function describeConflicts({ conflicts = 0 }: Run): string {
  return conflicts === 0 ? '' : `, with ${countOf(conflicts, 'conflict')} to decide`
}

function describeDrift(findings: Readonly<Record<string, number>>): string {
  const drift = listCounts(findings)
  return drift === '' ? 'found no drift' : `found drift: ${drift}`
}

/** What a run did, or would do, in a few words: `12 updated, 3 created, 1 failed`. */
export function describeWork(run: Run): string {
  const { kind, state, findings, counts, planned } = run
  const isActive = activeStates.includes(state)
  if (isWaiting(run) || state === 'superseded' || (kind === 'plan' && !isActive))
    return describePlan(planned) === '' ? 'no changes' : `planned: ${describePlan(planned)}`
  const parts = [
    kind === 'rebuild' ? `${countOf(counts.records, 'record')} read` : '',
    describeCounts(run),
    findings === undefined ? '' : describeDrift(findings),
  ].filter((part) => part !== '')
  if (parts.length > 0) return parts.join('; ')
  return isActive ? 'in progress' : 'no changes'
}

/** How long a run worked, or has worked by `now` (ms); undefined for one that waits without an end. */
export function describeDuration(run: Run, now: number): string | undefined {
  const known = run.finishedAt !== undefined || activeStates.includes(run.state)
  return known ? formatDuration(workedMs(run, now) / 1000) : undefined
}

/** What operators should know although it stopped nothing. */
export function notesOf({ notes, unknownFields }: Pick<Run, 'notes' | 'unknownFields'>): string[] {
  if (unknownFields.length === 0) return notes
  return [...notes, `The partner sent undocumented fields: ${unknownFields.join(', ')}`]
}

/** What to do about a run that failed. */
export function remedyOf({ failure }: Pick<Run, 'failure'>): string {
  return remedies[failure?.cause ?? 'redis']
}

const remedies: Record<NonNullable<Run['failure']>['cause'], string> = {
  partner: 'Check the partner; the next run retries. Pages are unchanged.',
  cms: 'Check the CMS; the next run does the rest.',
  redis: 'Check Redis and the log; the next run does the rest.',
  config: 'Fix the configuration; the next run retries. Pages are unchanged.',
}
