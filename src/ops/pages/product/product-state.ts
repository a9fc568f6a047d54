import { fieldsInConflict } from '../../../core/page/conflict.ts'
import { deferralEnds } from '../../../core/decisions/deferral.ts'
import { namesOf } from '../../../core/page/explain-merge.ts'
import { whyOf } from '../../../core/decisions/history.ts'
import { keepsAsItIs, type PendingDecision } from '../../../core/decisions/pending-decision.ts'
import { plural } from '../../../core/record/plural.ts'
import { formatTime } from '../../../core/report/format.ts'
import type { CellState } from '../coverage/cell-state.ts'
import type { RecordFacts } from './product-facts.ts'
import { withoutCommands } from '../../../core/report/reason.ts'

/** The most severe state of a record, as on the coverage page. */
export function stateOf(facts: RecordFacts): CellState {
  if (facts.failing) return 'failing'
  if (facts.conflict) return 'conflict'
  if (facts.suspect ?? facts.deferral ?? keepsAsItIs(facts.pending)) return 'held'
  if (facts.changedBy?.planned) return 'changed'
  return facts.snapshot?.state === 'mirrored' ? 'mirrored' : 'absent'
}

/** Explains a record's state, in one sentence for each reason. */
export function reasonsOf(facts: RecordFacts): string[] {
  const { failing, conflict, suspect, pending, deferral, missingAssets, changedBy } = facts
  return [
    failing && explainFailing(failing),
    conflict &&
      `Editor and partner both changed: ${namesOf(fieldsInConflict(conflict))}. The editor’s text stays until you decide.`,
    suspect &&
      `A new version is blocked since ${formatTime(suspect.at)}: ${suspect.reason}. The page is unchanged.`,
    pending && explainPending(pending),
    deferral &&
      `Deferred since ${formatTime(deferral.since)}, because the page is open in the editor. Runs after ${formatTime(new Date(deferralEnds(deferral)).toISOString())} write it in any case.`,
    missingAssets &&
      `The page was written without ${missingAssets.assets.length} ${plural(missingAssets.assets.length, 'file')} that could not be fetched.`,
    changedBy && explainChange(facts, changedBy),
    explainAbsence(facts),
  ].filter((text) => typeof text === 'string')
}

function explainFailing({
  count: times,
  since,
  reason,
  nextTryAt,
}: NonNullable<RecordFacts['failing']>): string {
  const rest = nextTryAt === undefined ? '' : ` In quarantine until ${formatTime(nextTryAt)}.`
  const when =
    times === 1
      ? `Failed on ${formatTime(since)}`
      : `Failed in ${times} runs in a row since ${formatTime(since)}. Last error`
  return `${when}: ${reason.replace(/\.$/, '')}.${rest}`
}

function explainPending(pending: PendingDecision): string {
  const decided = `${pending.by} decided on ${formatTime(pending.at)}`
  switch (pending.kind) {
    case 'hold':
      return `Held by ${pending.by} since ${formatTime(pending.at)}${pending.reason === '' ? '' : `: ${pending.reason}`}. The page is not written until it is released.`
    case 'overwrite':
      return `${decided} to overwrite the ${namesOf(pending.fields)}. The next run does so if the page is still the same.`
    case 'skip':
      return `The page shows its previous version: ${pending.reason} on ${formatTime(pending.at)}. The partner’s next change is written; release the record to write the current data now.`
    case 'accept':
      if (pending.released === true)
        return `${decided} to release it. The next run writes the partner’s data.`
      return `${decided} to accept the blocked version. The next run writes it if the partner’s data is still the same.`
  }
}

function explainChange(
  { last }: RecordFacts,
  { run, planned }: NonNullable<RecordFacts['changedBy']>,
): string {
  if (planned !== undefined) {
    const why = planned.kind === 'retire' ? `: ${planned.reason}` : ''
    return `The pending plan of run ${run.id} would ${planned.kind} it${why}.`
  }
  const why = last?.runId === run.id ? `: ${withoutCommands(whyOf(last))}` : ''
  return `Written by the last run, ${run.id}${why}.`
}

function explainAbsence({ snapshot, last, failing }: RecordFacts): string | undefined {
  if (snapshot?.state === 'mirrored' || failing) return undefined
  const why = last ? withoutCommands(whyOf(last)) : ''
  if (snapshot !== undefined)
    return `Retired${snapshot.retiredTo ? ` (${retired[snapshot.retiredTo]})` : ''}${why === '' ? '' : `: ${why}`}.`
  return why === ''
    ? 'No page: the partner had no data in this language in the last run.'
    : `No page: ${why.replace(/\.$/, '')}.`
}

const retired = {
  draft: 'the page is a draft',
  trash: 'the page is in the trash',
  private: 'the page is private',
  keep: 'the page stays as it was',
  delete: 'the page was deleted',
} as const
