import type { Conflict } from '../page/conflict.ts'
import type { OutdatedFiles } from '../media/outdated-files.ts'
import type { PageState } from '../page/page-state.ts'
import type { BlankedVersion } from '../decisions/blanked-version.ts'
import { olderVersion, type SnapshotHead } from '../record/snapshot.ts'
import type { Deferral } from '../decisions/deferral.ts'
import type { MissingAssets } from '../decisions/missing-assets.ts'
import { keepsAsItIs, type PendingDecision } from '../decisions/pending-decision.ts'
import type { Failing } from '../decisions/quarantine.ts'
import * as explain from './state-causes.ts'

/** The states of a record, the most severe last. If several apply, the most severe is shown. */
export const recordStates = [
  'none',
  'retired',
  'up-to-date',
  'edited',
  'absent',
  'update-pending',
  'missing-asset',
  'draft',
  'held',
  'hidden',
  'trashed',
  'deleted',
  'conflict',
  'quarantined',
  'failing',
] as const
export type RecordState = (typeof recordStates)[number]

/** The legend of the states. */
export const meaningOfState: Readonly<Record<RecordState, string>> = {
  none: 'no page: not at the partner, or not seen yet',
  retired: 'the mirror withdrew the page, because the record is gone',
  'up-to-date': 'the page shows the partner’s data',
  edited: 'the page shows the partner’s data, except for an editor’s changes',
  absent: 'the partner no longer has it; the page stays for some more runs',
  'update-pending': 'the page does not show the partner’s data yet; a run will write it',
  'missing-asset': 'a file of the page could not be fetched',
  draft: 'the page is a draft until the partner sends the fields that a public page needs',
  held: 'the page is kept as it is by a hold, an undo, emptied fields or unusual values',
  hidden: 'an editor unpublished the page',
  trashed: 'an editor put the page in the trash',
  deleted: 'an editor deleted the page permanently',
  conflict: 'editor and partner changed the same part; needs a decision',
  quarantined: 'failed in several runs in a row; tried less often',
  failing: 'could not be read or written in the last run',
}

/** All stored data that determines a record's state; most records only have a head. */
export type StateFacts = {
  head?:
    | (Pick<SnapshotHead, 'state' | 'retiredTo'> & Partial<Pick<SnapshotHead, 'digest' | 'link' | 'pageId'>>)
    | undefined
  /** The planned change of a waiting plan. */
  planned?: explain.Planned | undefined
  pageState?: PageState | undefined
  conflict?: Conflict | undefined
  suspect?: BlankedVersion | undefined
  pending?: PendingDecision | undefined
  deferral?: Deferral | undefined
  failing?: Failing | undefined
  missingAssets?: MissingAssets | undefined
  /** Files whose bytes changed since the page was written. */
  outdatedFiles?: OutdatedFiles | undefined
  /** The number of consecutive runs in which the partner did not have it. */
  misses?: number | undefined
}

/** One reason for a state; a record may have several. */
export type StateCause = { state: RecordState; cause: string }

/** The most severe state that the facts of a record justify. */
export function stateOf(facts: StateFacts): RecordState {
  let worst: RecordState = restOf(facts)
  for (const { state } of allReasons(facts)) if (codeOf(state) > codeOf(worst)) worst = state
  return worst
}

/** All causes of a record's state, the most severe first; one sentence each, without commands. */
export function causesOf(facts: StateFacts): StateCause[] {
  const found = reasonsFor(facts).map(({ state, explained }) => ({ state, cause: explained() }))
  const rest = restOf(facts)
  return found.length > 0 ? found : [{ state: rest, cause: explain.rest(rest, facts.head) }]
}

/** Whether a record needs no attention: it shows the partner's version, or no page is expected. */
export function isCalm(state: RecordState): boolean {
  return calm.has(state)
}

const calm: ReadonlySet<RecordState> = new Set(['none', 'retired', 'up-to-date', 'edited'])

/** `update pending` */
export function nameOfState(state: RecordState): string {
  return state.replaceAll('-', ' ')
}

/** The state's index in `recordStates`, as stored in a matrix. */
export function codeOf(state: RecordState): number {
  return recordStates.indexOf(state)
}

type Reason = { state: RecordState; explained: () => string }

/** The most severe first. */
function reasonsFor(facts: StateFacts): Reason[] {
  return allReasons(facts).sort((a, b) => codeOf(b.state) - codeOf(a.state))
}

function allReasons(facts: StateFacts): Reason[] {
  return failures(facts).concat(
    decisions(facts),
    facts.head?.state === 'mirrored' ? ofPage(facts) : [],
    pendingWrites(facts),
  )
}

function failures({ failing }: StateFacts): Reason[] {
  if (failing === undefined) return []
  const state = failing.nextTryAt === undefined ? 'failing' : 'quarantined'
  return [{ state, explained: () => explain.failing(failing) }]
}

/** Open decisions, and decisions that were made. */
function decisions({ conflict, suspect, pending }: StateFacts): Reason[] {
  const reasons: Reason[] = []
  if (conflict !== undefined && pending?.kind !== 'overwrite')
    reasons.push({ state: 'conflict', explained: () => explain.conflict(conflict) })
  if (suspect !== undefined && pending?.kind !== 'accept')
    reasons.push({ state: 'held', explained: () => explain.suspect(suspect) })
  if (pending !== undefined)
    reasons.push({
      state: keepsAsItIs(pending) ? 'held' : 'update-pending',
      explained: () => explain.pending(pending),
    })
  return reasons
}

/** Why a page differs from the partner's version. */
function ofPage(facts: StateFacts): Reason[] {
  const { pageState, missingAssets, outdatedFiles, misses = 0 } = facts
  const reasons: Reason[] = []
  if (pageState !== undefined)
    reasons.push({ state: pageState.state, explained: () => explain.pageState(pageState, isCurrent(facts)) })
  if (missingAssets !== undefined)
    reasons.push({ state: 'missing-asset', explained: () => explain.missingAssets(missingAssets) })
  if (outdatedFiles !== undefined)
    reasons.push({ state: 'update-pending', explained: () => explain.outdatedFiles(outdatedFiles) })
  if (misses > 0) reasons.push({ state: 'absent', explained: () => explain.misses(misses) })
  return reasons
}

/** Whether the unedited parts of a page show the partner's data, as far as it is known. */
function isCurrent(facts: StateFacts): boolean {
  const { misses = 0, missingAssets, outdatedFiles } = facts
  const others = [...failures(facts), ...decisions(facts), ...pendingWrites(facts)]
  return misses === 0 && missingAssets === undefined && outdatedFiles === undefined && others.length === 0
}

function pendingWrites({ head, planned, deferral }: StateFacts): Reason[] {
  const reasons: Reason[] = []
  if (head?.digest === olderVersion) reasons.push({ state: 'update-pending', explained: explain.older })
  if (deferral !== undefined)
    reasons.push({ state: 'update-pending', explained: () => explain.deferral(deferral) })
  if (planned !== undefined)
    reasons.push({ state: 'update-pending', explained: () => explain.planned(planned) })
  return reasons
}

/** The state of a record without any cause. */
function restOf({ head }: StateFacts): 'none' | 'retired' | 'up-to-date' {
  if (head === undefined) return 'none'
  return head.state === 'mirrored' ? 'up-to-date' : 'retired'
}
