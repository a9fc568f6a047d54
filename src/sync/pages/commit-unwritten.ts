import { isMarkedWaiting } from '../../core/merge/text-digests.ts'
import type { Page } from '../../core/record/page.ts'
import type { Outcome } from '../../core/run/change.ts'
import { replacedByLost, replacedProduct, undoneBefore, type Replaced } from '../../core/plan/undo-entry.ts'
import { olderVersion, staysInPlace, type Snapshot } from '../../core/record/snapshot.ts'
import type { SyncDeps } from '../deps.ts'
import type { Commit } from '../ports/writes.ts'
import { commitPage } from './commit-page.ts'
import { awaitedAfter, isLandedCreate, recreatedReasons, stayingHidden } from './compose-body.ts'
import type { ClassifiedItem, Composition, ExistingItem } from './page-item.ts'

/** Commits a page that already has the merged content. */
export function commitUnwritten(
  deps: SyncDeps,
  runId: string,
  item: ExistingItem,
  composition: Composition,
): Commit {
  const { mirrored, base, snapshot } = item
  const { left, reasons } = composition
  const stays = !isLandedUpdate(item) && (left.length > 0 || stayingHidden(deps, item) !== undefined)
  return commitPage(deps, runId, item, {
    ...composition,
    mirrored,
    result: stays ? 'kept' : resultOf(item),
    isWritten: isLandedCreate(item) || isLandedUpdate(item),
    reasons: [...recreatedReasons(item), ...reasons],
    // Fields with the wanted value are ours from now on, even if an editor wrote them.
    base,
    before: snapshot,
    replaced: replacedByLanded(deps, item, composition),
    awaits: awaitedAfter(item),
  })
}

/**
 * Commits a page that was found without a snapshot and shows an older version of ours. The snapshot records that, and
 * the next sync writes the page.
 */
export function commitOlder(
  deps: SyncDeps,
  runId: string,
  item: ExistingItem,
  { left, reasons }: Composition,
): Commit {
  const { mirrored } = item
  const { outcome, snapshot, pageState, move } = commitPage(deps, runId, item, {
    mirrored,
    result: left.length > 0 ? 'kept' : 'unchanged',
    isWritten: false,
    left,
    // Only the next sync publishes it.
    reasons: [...reasons.filter(({ code }) => code !== 'published'), { code: 'older-version' }],
    base: item.base,
    before: undefined,
    awaits: awaitedAfter(item),
  })
  const { after: _, ...said } = outcome
  // With its ETag, the partner would report no change.
  const { etag: __, ...older } = snapshot
  return { outcome: said, page: mirrored.page, pageState, move, snapshot: { ...older, digest: olderVersion } }
}

/** Commits a page that an editor put in the trash: it stays there. */
export function commitTrashed(
  deps: SyncDeps,
  runId: string,
  item: Extract<ClassifiedItem, { kind: 'trashed' }>,
): Commit {
  const { mirrored, wanted, snapshot } = item
  const {
    outcome,
    snapshot: first,
    pageState,
  } = commitPage(deps, runId, item, {
    mirrored,
    result: 'kept',
    isWritten: false,
    left: [],
    reasons: [{ code: 'trashed' }],
    base: wanted,
    before: snapshot,
  })
  // An earlier snapshot stays. When the page is restored from the trash, the next run compares it again, updates it and
  // carries out pending decisions.
  const found = { outcome, page: mirrored.page, pageState }
  return snapshot ? found : { ...found, snapshot: { ...first, base: wanted } }
}

function resultOf(item: ExistingItem): Outcome['result'] {
  if (isLandedCreate(item)) return 'created'
  if (item.change.kind === 'restore') return 'restored'
  return isLandedUpdate(item) ? 'updated' : 'unchanged'
}

/** Whether an update with a lost reply has landed. */
function isLandedUpdate(item: ExistingItem): boolean {
  return item.kind === 'lostEdit' || (item.kind === 'landedWrite' && item.landed === 'update')
}

/**
 * The content that a landed update replaced. Without a response, an editor's text that it may have replaced is unknown.
 */
export function replacedByLanded(
  { policy }: SyncDeps,
  item: ExistingItem,
  { left, block }: Composition,
): Replaced | undefined {
  const { change, mirrored, wanted, snapshot, decision } = item
  if (!isLandedUpdate(item) || !snapshot || policy.onEdit !== 'keep' || decision) return undefined
  return {
    did: change.kind === 'restore' ? 'restored' : 'updated',
    ...replacedProduct(change, snapshot),
    // In a block with an editor's changes, the other parts were written.
    texts: replacedByLost(snapshot.base, wanted, block ? left.filter((field) => field !== 'inner') : left),
    ...(snapshot.links !== undefined && { links: snapshot.links }),
    ...undoneBefore(snapshot),
    ...(change.kind === 'restore' && withdrawnBefore(snapshot, mirrored.page)),
    ...(change.kind === 'update' && publishedBy(item)),
  }
}

/** That the landed update published a draft of ours: the mark is gone, and the page was a draft when it was read. */
function publishedBy({ mirrored: { page, block }, intent }: ExistingItem): Partial<Replaced> {
  const before = intent?.read?.status
  if (before !== 'draft' || page.status === before || block.state !== 'ok') return {}
  if (isMarkedWaiting(page.content, block)) return {}
  return { status: { before, after: page.status }, awaits: [] }
}

/** How the page was withdrawn before its product returned, according to the retirement. */
function withdrawnBefore({ retiredTo }: Snapshot, { status: after }: Page): Partial<Replaced> {
  if (retiredTo === undefined) return {}
  const isStatus = !staysInPlace({ retiredTo }) && retiredTo !== 'delete' && retiredTo !== after
  return { retiredTo, ...(isStatus && { status: { before: retiredTo, after } }) }
}
