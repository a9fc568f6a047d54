import { baseAfter } from '../../core/page/compose.ts'
import type { Outcome } from '../../core/plan/change.ts'
import { replacedByLost, replacedProduct, type Replaced } from '../../core/plan/undo-entry.ts'
import type { Snapshot } from '../../core/record/snapshot.ts'
import { stampOf } from '../batches/stamp-outcome.ts'
import type { SyncDeps } from '../deps.ts'
import type { Commit } from '../ports/writes.ts'
import { hiddenNote, isLandedCreate } from './compose-body.ts'
import type { ClassifiedItem, Composition, ExistingItem } from './page-item.ts'
import { snapshotOf } from './page-snapshot.ts'

type Deps = Pick<SyncDeps, 'policy' | 'renderer' | 'now'>
type TrashedItem = Extract<ClassifiedItem, { kind: 'trashed' }>

/** Commits a page that already reads as the merge wants it. */
export function commitUnwritten(
  deps: Deps,
  runId: string,
  item: ExistingItem,
  { left, conflict, note }: Composition,
): Commit {
  const { change, page, base, snapshot, decision } = item
  const updated = isLandedUpdate(item)
  const stays = left.length > 0 || hiddenNote(deps, item) !== undefined
  return {
    ...(conflict && { conflict }),
    ...(decision && { pending: { read: decision, now: undefined } }),
    ...(updated &&
      snapshot &&
      deps.policy.onEdit === 'keep' &&
      !decision && { replaced: replacedBy(item, snapshot, left) }),
    outcome: {
      ...outcomeOf(deps, item, stays ? 'kept' : resultOf(item), note),
      ...(updated && change.kind === 'update' && { fields: change.fields }),
      ...(left.length > 0 && { kept: left }),
      ...(conflict && { conflicts: conflict.fields.map(({ field }) => field) }),
    },
    // What reads as wanted is ours from now on, whoever wrote it.
    snapshot: snapshotOf(deps, runId, item, {
      pageId: page.id,
      base: baseAfter(change, page, base, left),
      before: snapshot,
    }),
  }
}

/** Commits a page that a person put in the trash: it stays there. */
export function commitTrashed(deps: Deps, runId: string, item: TrashedItem): Commit {
  const { wanted, snapshot, page } = item
  const outcome = outcomeOf(
    deps,
    item,
    'kept',
    'the page is in the trash and stays there; restored in the CMS, it is mirrored again',
  )
  // The old snapshot stays: when the page comes back from the trash, the next run compares it again, updates it and
  // carries out what a person decided.
  if (snapshot) return { outcome }
  return {
    outcome,
    snapshot: snapshotOf(deps, runId, item, { pageId: page.id, base: wanted, before: undefined }),
  }
}

function resultOf(item: ExistingItem): Outcome['result'] {
  if (isLandedCreate(item)) return 'created'
  if (item.change.kind === 'restore') return 'restored'
  return isLandedUpdate(item) ? 'updated' : 'unchanged'
}

/** An update whose reply was lost is there. */
function isLandedUpdate(item: ExistingItem): boolean {
  return item.kind === 'lostEdit' || (item.kind === 'landedWrite' && item.landed === 'update')
}

function replacedBy(
  { change, wanted }: ExistingItem,
  snapshot: Snapshot,
  left: Composition['left'],
): Replaced {
  return {
    did: change.kind === 'restore' ? 'restored' : 'updated',
    ...replacedProduct(change, snapshot),
    texts: replacedByLost(snapshot.base, wanted, left),
    ...(snapshot.links !== undefined && { links: snapshot.links }),
  }
}

function outcomeOf(
  deps: Deps,
  { change: { gtin, language, digest }, snapshot, page }: ExistingItem | TrashedItem,
  result: Outcome['result'],
  reason: string | undefined,
): Outcome {
  return {
    gtin,
    language,
    result,
    pageId: page.id,
    link: page.link,
    ...(reason !== undefined && { reason }),
    ...stampOf(deps, snapshot, result === 'kept' ? undefined : digest),
  }
}
