import { deferralEnds } from '../../../core/decisions/deferral.ts'
import { namesOf } from '../../../core/page/explain-merge.ts'
import { whyOf } from '../../../core/decisions/history.ts'
import { keepsAsItIs, type PendingDecision } from '../../../core/decisions/pending-decision.ts'
import { plural } from '../../../core/record/plural.ts'
import { formatTime } from '../../http/format.ts'
import type { CellState } from '../coverage/cell-state.ts'
import type { RecordFacts } from './product-facts.ts'
import { withoutCommands } from '../../../core/report/reason.ts'

/** The gravest of a record’s states, as the coverage page shows it. */
export function stateOf(facts: RecordFacts): CellState {
  if (facts.failing) return 'failing'
  if (facts.conflict) return 'conflict'
  if (facts.suspect ?? facts.deferral ?? keepsAsItIs(facts.pending)) return 'held'
  if (facts.changedBy?.planned) return 'changed'
  return facts.snapshot?.state === 'mirrored' ? 'mirrored' : 'absent'
}

/** Everything that explains how a record stands, a sentence each. */
export function reasonsOf(facts: RecordFacts): string[] {
  const { failing, conflict, suspect, pending, deferral, missingAssets, changedBy } = facts
  return [
    failing && explainFailing(failing),
    conflict &&
      `Editor and partner both changed ${namesOf(conflict.fields.map(({ field }) => field))}: the editor’s stays until a person settles it.`,
    suspect &&
      `A new version is held back since ${formatTime(suspect.at)}: ${suspect.reason}. The page stays as it is.`,
    pending && explainPending(pending),
    deferral &&
      `The page is open in the editor: left for later since ${formatTime(deferral.since)}, written in any case from ${formatTime(new Date(deferralEnds(deferral)).toISOString())} on.`,
    missingAssets &&
      `The page was written without ${missingAssets.assets.length} ${plural(missingAssets.assets.length, 'file')} that could not be had.`,
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
  const rest = nextTryAt === undefined ? '' : ` It is not asked for before ${formatTime(nextTryAt)}.`
  const when =
    times === 1
      ? `Failed on ${formatTime(since)}`
      : `Failed in ${times} runs in a row since ${formatTime(since)}, the last time`
  return `${when} with: ${reason.replace(/\.$/, '')}.${rest}`
}

function explainPending(pending: PendingDecision): string {
  const decided = `${pending.by} decided on ${formatTime(pending.at)}`
  switch (pending.kind) {
    case 'hold':
      return `Held by ${pending.by} since ${formatTime(pending.at)}${pending.reason === '' ? '' : `: ${pending.reason}`}. Nothing is written to the page until it is released.`
    case 'overwrite':
      return `${decided} to overwrite the ${namesOf(pending.fields)}: the next run does it, if the page still says the same.`
    case 'skip':
      return `The page shows what stood there before: ${pending.reason} on ${formatTime(pending.at)}. What the partner changes next is written; release it to have the partner’s word now.`
    case 'accept':
      if (pending.released === true)
        return `${decided} to have the partner’s word again: the next run writes it.`
      return `${decided} to accept the version held back: the next run writes it, if the partner still says the same.`
  }
}

function explainChange(
  { last }: RecordFacts,
  { run, planned }: NonNullable<RecordFacts['changedBy']>,
): string {
  if (planned !== undefined) {
    const why = planned.kind === 'retire' ? `: ${planned.reason}` : ''
    return `Run ${run.id} waits, and would ${planned.kind} it${why}.`
  }
  const why = last?.runId === run.id ? `: ${withoutCommands(whyOf(last))}` : ''
  return `Written by run ${run.id}, the last one${why}.`
}

function explainAbsence({ snapshot, last, failing }: RecordFacts): string | undefined {
  if (snapshot?.state === 'mirrored' || failing) return undefined
  const why = last ? withoutCommands(whyOf(last)) : ''
  if (snapshot !== undefined)
    return `Retired${snapshot.retiredTo ? ` (${retired[snapshot.retiredTo]})` : ''}${why === '' ? '' : `: ${why}`}.`
  return why === ''
    ? 'No page: the partner did not have it in this language when it was asked.'
    : `No page: ${why.replace(/\.$/, '')}.`
}

const retired = {
  draft: 'the page is a draft',
  trash: 'the page is in the trash',
  private: 'the page is private',
  keep: 'the page stays as it was',
  delete: 'the page was deleted',
} as const
