import type { Conflict } from '../page/conflict.ts'
import type { OutdatedFiles } from '../media/outdated-files.ts'
import type { PageState } from '../page/page-state.ts'
import type { Suspect } from '../plan/suspect.ts'
import { olderVersion, type SnapshotHead } from '../record/snapshot.ts'
import type { Deferral } from './deferral.ts'
import type { MissingAssets } from './missing-assets.ts'
import { keepsAsItIs, type PendingDecision } from './pending-decision.ts'
import type { Failing } from './quarantine.ts'
import * as explain from './state-causes.ts'

/** The states of a record, the most severe last: a record with several is shown with the last. */
export const recordStates = [
  'none',
  'retired',
  'up-to-date',
  'edited',
  'absent',
  'update-pending',
  'missing-asset',
  'held',
  'hidden',
  'trashed',
  'deleted',
  'conflict',
  'quarantined',
  'failing',
] as const
export type RecordState = (typeof recordStates)[number]

/** What each state means, for a legend. */
export const meaningOfState: Readonly<Record<RecordState, string>> = {
  none: 'no page: not at the partner, or not seen yet',
  retired: 'the mirror withdrew the page, because the record is gone',
  'up-to-date': 'the page shows the partner’s data',
  edited: 'the page shows the partner’s data, except for an editor’s changes',
  absent: 'the partner no longer has it; the page stays for some more runs',
  'update-pending': 'the page does not show the partner’s data yet; a run will write it',
  'missing-asset': 'a file of the page could not be fetched',
  held: 'the page is kept as it is by a hold, an undo or emptied fields',
  hidden: 'an editor unpublished the page',
  trashed: 'an editor put the page in the trash',
  deleted: 'an editor deleted the page permanently',
  conflict: 'editor and partner changed the same part; needs a decision',
  quarantined: 'failed in several runs in a row; tried less often',
  failing: 'could not be read or written in the last run',
}

/** Everything known of one record that bears on its state; most records have only a head. */
export type StateFacts = {
  head?: (Pick<SnapshotHead, 'state' | 'retiredTo'> & Partial<Pick<SnapshotHead, 'digest'>>) | undefined
  /** What a plan that waits would do. */
  planned?: explain.Planned | undefined
  pageState?: PageState | undefined
  conflict?: Conflict | undefined
  suspect?: Suspect | undefined
  pending?: PendingDecision | undefined
  deferral?: Deferral | undefined
  failing?: Failing | undefined
  missingAssets?: MissingAssets | undefined
  /** Files whose bytes changed since the page was written. */
  outdatedFiles?: OutdatedFiles | undefined
  /** Runs in a row in which the partner did not have it. */
  misses?: number | undefined
}

/** One reason for a state; a record may have several. */
export type StateCause = { state: RecordState; cause: string }

/** The state of a record: the most severe one that its facts give reason for. */
export function stateOf(facts: StateFacts): RecordState {
  return reasonsFor(facts)[0]?.state ?? restOf(facts)
}

/** Every reason for a record's state, the most severe first; one sentence each, without commands. */
export function causesOf(facts: StateFacts): StateCause[] {
  const found = reasonsFor(facts).map(({ state, explained }) => ({ state, cause: explained() }))
  const rest = restOf(facts)
  return found.length > 0 ? found : [{ state: rest, cause: explain.rest(rest, facts.head) }]
}

/** Whether a record needs no attention: it shows what the partner says, or nobody expects a page. */
export function isCalm(state: RecordState): boolean {
  return calm.has(state)
}

const calm: ReadonlySet<RecordState> = new Set(['none', 'retired', 'up-to-date', 'edited'])

/** `update pending` */
export function nameOfState(state: RecordState): string {
  return state.replaceAll('-', ' ')
}

/** The state's place in `recordStates`, as a matrix stores it. */
export function codeOf(state: RecordState): number {
  return recordStates.indexOf(state)
}

type Reason = { state: RecordState; explained: () => string }

function reasonsFor(facts: StateFacts): Reason[] {
  return [
    ...failures(facts),
    ...decisions(facts),
    ...(facts.head?.state === 'mirrored' ? ofPage(facts) : []),
    ...pendingWrites(facts),
  ].sort((a, b) => codeOf(b.state) - codeOf(a.state))
}

function failures({ failing }: StateFacts): Reason[] {
  if (failing === undefined) return []
  const state = failing.nextTryAt === undefined ? 'failing' : 'quarantined'
  return [{ state, explained: () => explain.failing(failing) }]
}

/** What waits for a person, or what a person decided. */
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

/** Why a page does not show all that the partner says, or more than that. */
function ofPage({ pageState, missingAssets, outdatedFiles, misses = 0 }: StateFacts): Reason[] {
  const reasons: Reason[] = []
  if (pageState !== undefined)
    reasons.push({ state: pageState.state, explained: () => explain.pageState(pageState) })
  if (missingAssets !== undefined)
    reasons.push({ state: 'missing-asset', explained: () => explain.missingAssets(missingAssets) })
  if (outdatedFiles !== undefined)
    reasons.push({ state: 'update-pending', explained: () => explain.outdatedFiles(outdatedFiles) })
  if (misses > 0) reasons.push({ state: 'absent', explained: () => explain.misses(misses) })
  return reasons
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

/** The state of a record about which there is nothing to say. */
function restOf({ head }: StateFacts): 'none' | 'retired' | 'up-to-date' {
  if (head === undefined) return 'none'
  return head.state === 'mirrored' ? 'up-to-date' : 'retired'
}
