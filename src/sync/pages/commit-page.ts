import { baseAfter, pastAfter, shownOn } from '../../core/page/compose.ts'
import { oursAfterWrite } from '../../core/merge/merge-fields.ts'
import { conflictAsStored, fieldsInConflict } from '../../core/page/conflict.ts'
import { moveOf, publicLink } from '../../core/page/links.ts'
import { pendingAfter } from '../../core/decisions/pending-decision.ts'
import type { PageTexts } from '../../core/record/page.ts'
import { createdSlug } from '../../core/record/record.ts'
import { pageStateOf } from '../../core/page/page-state.ts'
import { groupOf } from '../../core/mapping/listing-group.ts'
import type { Product } from '../../core/record/product.ts'
import type { Outcome } from '../../core/run/change.ts'
import type { Replaced } from '../../core/plan/undo-entry.ts'
import type { Snapshot } from '../../core/record/snapshot.ts'
import { stampOf } from '../batches/stamp-outcome.ts'
import type { SyncDeps } from '../deps.ts'
import type { Commit } from '../ports/writes.ts'
import type { Composition, PageItem } from './page-item.ts'
import { compact } from '../../lib/compact.ts'
import type { MirroredPage } from '../../core/page/mirrored-page.ts'
import { isNoticeUpdate } from './resolve-notice.ts'

/** The state in the CMS after a change was applied. */
type CarriedOut = Pick<Composition, 'left' | 'block' | 'conflict' | 'reasons'> & {
  mirrored: MirroredPage
  result: Outcome['result']
  /** The change was written, now or by an update with a lost reply. */
  isWritten: boolean
  /** Our version of the fields that the page does not show. */
  base: PageTexts
  /** The snapshot that this one replaces, and the page that was written over. */
  before: Snapshot | undefined
  over?: MirroredPage | undefined
  /** The revision that the write made. */
  revision?: number
  replaced?: Replaced | undefined
  /** The fields for which the page waits as a draft of ours. */
  awaits?: readonly string[] | undefined
}

/** Commits a change: the outcome, the snapshot that acknowledges it, and the data for an undo. */
export function commitPage(
  deps: SyncDeps,
  runId: string,
  { change, slug, wanted, links, undone, decision }: PageItem,
  { mirrored, left, block, conflict, reasons, before, replaced, ...done }: CarriedOut,
): Commit & { snapshot: Snapshot } {
  const { gtin, language, product, digest, etag } = change
  const { page } = mirrored
  const base = baseAfter(mirrored, oursAfterWrite(done.base, wanted), { left, block })
  const { shown } = left.includes('inner') ? shownOn(mirrored, base) : {}
  const past = pastAfter(before && { ...before, ...stoodOn(left, done.over) }, shown ?? base.inner)
  const revision = done.revision ?? before?.revision
  const { pageStatus } = deps.policy
  const shownConflict =
    conflict && done.isWritten
      ? conflictAsStored(mirrored, conflict, { base, wanted, past, shown })
      : conflict
  const link = publicLink(page) ?? before?.link
  const stamp = stampOf(deps, before, done.result === 'kept' ? undefined : digest)
  return compact({
    outcome: {
      gtin,
      language,
      result: done.result,
      pageId: page.id,
      link: page.link,
      ...(done.isWritten && change.kind === 'update' && { fields: change.fields }),
      ...(left.length > 0 && { kept: left }),
      ...(conflict && { conflicts: fieldsInConflict(conflict) }),
      ...(reasons.length > 0 && { reasons }),
      ...stamp,
    },
    snapshot: compact({
      digest,
      template: deps.renderer.digest,
      pageId: page.id,
      slug: createdSlug(change, slug),
      state: 'mirrored' as const,
      ...(isNoticeUpdate({ change, snapshot: before }) && asRetired(before)),
      etag,
      links,
      link,
      product,
      base,
      // A run that wrote nothing must not prevent the undo of an earlier one.
      ...(done.isWritten || before?.digest !== digest
        ? { runId, writtenAt: stamp.at }
        : { runId: before.runId, writtenAt: before.writtenAt }),
      ...(past.length > 0 && { past }),
      shown,
      revision,
      undone,
    }),
    replaced,
    conflict: shownConflict,
    page,
    move: moveOf(before?.link, link),
    ...(isRegrouped(deps.policy, before, product) && { regrouped: true }),
    pageState: pageStateOf(page, left, { pageStatus, at: stamp.at, awaits: done.awaits }),
    ...(decision && {
      pending: { read: decision, now: pendingAfter(decision, { product, digest, undone }) },
    }),
  })
}

/** Whether a term of the product that groups listings changed. Columns are compared when the catalogue is read. */
function isRegrouped(
  { listingGroup: group }: SyncDeps['policy'],
  before: Snapshot | undefined,
  product: Product,
): boolean {
  if (group?.kind !== 'terms' || before === undefined) return false
  return groupOf(group, before.product, undefined) !== groupOf(group, product, undefined)
}

/** An updated notice does not render the product again. */
function asRetired(before: Snapshot | undefined): Partial<Snapshot> {
  return before ? { template: before.template, state: 'retired', retiredTo: 'notice' } : {}
}

/** The block that was written over, if it contained an editor's changes: another editor may still have it open. */
function stoodOn(left: Composition['left'], over: MirroredPage | undefined): { shown?: string } {
  const inner = over && left.includes('inner') ? over.inner : undefined
  return inner === undefined ? {} : { shown: inner }
}
