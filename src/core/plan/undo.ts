import type { PageStatus, PageWriteBody } from '../../contracts/cms/page.ts'
import { composeUpdate, isAsLeft, isUntouched, type Written } from '../page/compose.ts'
import type { SimpleReason } from '../reasons/reason.ts'
import { innerOf } from '../markup/find-block.ts'
import type { MergedBlock } from '../merge/merge-fields.ts'
import type { Page, PageTexts, PageWrite, MergeField } from '../record/page.ts'
import { digestOfText } from '../merge/text-digests.ts'
import type { Product } from '../record/product.ts'
import { slugOf, type RecordKey } from '../record/record.ts'
import { fieldsOf, pick, undoneBefore, type Replaced } from './undo-entry.ts'
import type { RetireTo, Snapshot } from '../record/snapshot.ts'
import { compact } from '../../lib/compact.ts'
import { trashedSlug } from '../page/duplicate-slug.ts'
import { digestsOn, readPage, type MirroredPage } from '../page/mirrored-page.ts'

/** The change of a record by a run, and its current page. */
export type Undoable = {
  /** The run that is undone. */
  runId: string
  did: 'created' | Replaced['did']
  replaced: Replaced | undefined
  /** Why the requested fields of the record cannot be reverted. */
  obstacle?: SimpleReason | undefined
  page: Page | undefined
  snapshot: Snapshot | undefined
  /** The status with which pages are created. */
  pageStatus: PageStatus
  /** An earlier try of this undo may have written the page. */
  begun: boolean
  /** The fields for which the page waits as a draft of ours. */
  awaits?: readonly string[] | undefined
}

/** The undo of a record; without a write its page need not change. */
export type Undo =
  | { kind: 'leave'; reasons: SimpleReason[] }
  | {
      kind: 'revert'
      page: Page
      snapshot: Snapshot
      write?: PageWrite
      /** The fields that are restored. Fields in `left` were edited since and stay. */
      fields: MergeField[]
      left: MergeField[]
      /** The mirrored block, if an editor's changes in it stay. */
      block?: MergedBlock
      /** Our version of the page after the undo. */
      wanted: PageTexts
      /** Our version of the fields in which an editor's text is restored. */
      base: Partial<PageTexts>
      /** The product that the page shows after the undo; a record that is retired or restored keeps the latest one. */
      product: Product
      state: Snapshot['state']
      retiredTo?: RetireTo
      /** Digest of the languages that the page links after the undo. */
      links?: string
      /** The fields for which the page waits after the undo as a draft of ours. */
      awaits?: readonly string[]
      /** The content that the undo replaces, so that it can itself be undone. */
      replaced: Replaced
      reasons: SimpleReason[]
    }

const inTrash = { code: 'undo-trashed' } as const

/** A record's snapshot, if the run was the last to write it, apart from an undo of some fields; otherwise why there is nothing to undo. */
export function leftBy(
  runId: string,
  snapshot: Snapshot | undefined,
): { snapshot: Snapshot } | { reason: SimpleReason } {
  if (snapshot === undefined) return { reason: { code: 'undo-unknown' } }
  const { undoneInPart } = snapshot
  const isRest = undoneInPart?.runId === runId && undoneInPart.by === snapshot.runId
  return snapshot.runId === runId || isRest
    ? { snapshot }
    : { reason: { code: 'undo-written-since', runId: snapshot.runId } }
}

/**
 * Decides how to revert a run's write, as far as the page is unchanged since. A page that the run created becomes a
 * draft, never less.
 */
export function planUndo(key: RecordKey, undoable: Undoable): Undo {
  const { runId, did, page, replaced, obstacle } = undoable
  const left = leftBy(runId, undoable.snapshot)
  if ('reason' in left) return leave(left.reason)
  const { snapshot } = left
  if (page === undefined) return leave({ code: 'undo-gone', pageId: snapshot.pageId })
  if (obstacle !== undefined) return leave(obstacle)
  const mirrored = readPage(key, page)
  if (did === 'created') return toDraft(mirrored, snapshot, undoable)
  if (replaced === undefined) return leave({ code: 'undo-no-text' })
  const moved = statusMoved(page, replaced, undoable.begun)
  return moved === undefined
    ? putBack(mirrored, snapshot, { ...replaced, begun: undoable.begun, stillAwaits: undoable.awaits })
    : leave(moved)
}

function toDraft(mirrored: MirroredPage, snapshot: Snapshot, { pageStatus, begun, awaits }: Undoable): Undo {
  const { page } = mirrored
  if (page.status === 'trash') return leave(inTrash)
  if (!isUntouched(mirrored, snapshot.base)) return leave({ code: 'undo-edited' })
  const isMoved = page.status !== 'draft' || (begun && awaits === undefined)
  const ours = isMoved || awaits !== undefined
  if (page.status !== 'draft' && page.status !== pageStatus)
    return leave({ code: 'undo-moved', status: page.status })
  return compact({
    kind: 'revert',
    page,
    snapshot,
    ...(page.status !== 'draft' && {
      write: { kind: 'update', id: page.id, body: { status: 'draft' } },
    }),
    fields: [],
    left: [],
    wanted: snapshot.base,
    base: {},
    product: snapshot.product,
    links: snapshot.links,
    state: 'retired',
    // If the page was already a draft, it stays one when the record returns.
    retiredTo: ours ? 'draft' : 'keep',
    replaced: {
      did: 'retired',
      ...(isMoved && { status: { before: pageStatus, after: 'draft' } }),
      ...(awaits && { awaits: [...awaits] }),
    },
    reasons: ours ? [] : [{ code: 'undo-was-draft' }],
  })
}

/** Restores the earlier fields, and the status from before the page was retired or restored. */
function putBack(
  mirrored: MirroredPage,
  snapshot: Snapshot,
  {
    begun,
    stillAwaits,
    ...replaced
  }: Replaced & Pick<Undoable, 'begun'> & { stillAwaits: Undoable['awaits'] },
): Undo {
  const { key, page } = mirrored
  const to = replaced.status?.before
  const awaits = (to ?? page.status) === 'draft' ? (replaced.awaits ?? stillAwaits) : undefined
  const waits = awaits !== undefined
  // A page in the trash needs no content; it is corrected when the record returns.
  const texts = to === 'trash' ? {} : (replaced.texts ?? {})
  const landed = begun ? landedInner(mirrored, replaced) : undefined
  const written = leftOn(snapshot, replaced, landed)
  const compose = (put: Partial<PageTexts>) => {
    const ours = { ...written, wanted: { ...written.base, ...put }, notOurs: replaced.base ?? {}, waits }
    return composeUpdate(mirrored, ours, 'keep')
  }
  const composed = compose(texts)
  const { merge, block } = composed
  const { added } = replaced
  const removal = added === undefined ? {} : withoutAdded(mirrored, written)
  const left: MergeField[] = removal === undefined ? [...merge.conflicts, 'inner'] : merge.conflicts
  // If a part of the block was edited since, the whole block stays.
  const { inner: _, ...others } = texts
  const { body } = left.includes('inner') ? compose(others) : composed
  const backs = fieldsOf(texts).filter((field) => !left.includes(field))
  const isRemoved = added !== undefined && removal !== undefined
  const fields: MergeField[] = isRemoved ? [...backs, 'inner'] : backs
  const defect = block === 'ok' ? {} : { block }
  const reasons: SimpleReason[] = left.length === 0 ? [] : [{ code: 'undo-edited', fields: left, ...defect }]
  if (replaced.did === 'updated' && fields.length === 0 && to === undefined)
    return reasons.length > 0 ? { kind: 'leave', reasons } : leave({ code: 'undo-only-block' })
  const write = writeOf(slugOf(key, snapshot), page, { ...body, ...removal }, to)
  const retires = replaced.did === 'restored'
  // An update of the notice on a retired page.
  const stays = replaced.did === 'updated' && snapshot.state === 'retired'
  const { retiredTo } = snapshot
  const links = fields.includes('inner') ? replaced.links : snapshot.links
  return compact({
    kind: 'revert',
    page,
    snapshot,
    write,
    fields,
    left,
    block: merge.block,
    wanted: { ...snapshot.base, ...pick(texts, backs) },
    base: {
      ...replaced.base,
      ...(landed !== undefined && merge.kept.includes('inner') && { inner: landed }),
      ...(isRemoved && { inner: added }),
    },
    product: replaced.product ?? snapshot.product,
    links,
    awaits,
    state: retires || stays ? 'retired' : 'mirrored',
    ...(retires && { retiredTo: replaced.retiredTo ?? 'keep' }),
    ...(stays && retiredTo && { retiredTo }),
    replaced: {
      did: replaced.did === 'updated' ? 'updated' : retires ? 'retired' : 'restored',
      ...(replaced.product && { product: snapshot.product }),
      ...(fields.length > 0 && { texts: pick(snapshot.base, fields) }),
      ...(snapshot.links !== undefined && { links: snapshot.links }),
      ...(replaced.status && { status: { before: replaced.status.after, after: replaced.status.before } }),
      ...(replaced.did === 'retired' && retiredTo !== undefined && { retiredTo }),
      ...(stillAwaits && { awaits: [...stillAwaits] }),
      ...undoneBefore(snapshot),
    },
    reasons,
  })
}

/** Our last version of the page: that of the run, or of an earlier try of the undo. */
function leftOn(snapshot: Snapshot, { base }: Replaced, landed: string | undefined): Written {
  if (landed !== undefined) return { base: { ...snapshot.base, inner: landed } }
  // Includes the editor's text from before the run, which is restored too.
  const { shown } = snapshot
  if (base?.inner === undefined || shown === undefined) return snapshot
  return { ...snapshot, base: { ...snapshot.base, inner: shown } }
}

/** The body that removes the block that the run added again; undefined if an editor changed the block since. */
function withoutAdded(
  { page: { content }, block: found }: MirroredPage,
  { base, shown = base.inner }: Written,
): PageWriteBody | undefined {
  if (found.state === 'missing') return {}
  if (found.state !== 'ok' || !isAsLeft(innerOf(content, found), shown)) return undefined
  return { content: content.slice(0, found.start).trimEnd() + content.slice(found.end) }
}

/** Our version of the block after its undo, if the digest on the page shows that an earlier try wrote it. */
function landedInner(mirrored: MirroredPage, { texts, base }: Replaced): string | undefined {
  if (texts?.inner === undefined) return undefined
  const inner = base?.inner ?? texts.inner
  return digestsOn(mirrored)?.inner === digestOfText('inner', inner) ? inner : undefined
}

function writeOf(
  slug: string,
  page: Page,
  texts: PageWriteBody,
  to: PageStatus | undefined,
): PageWrite | undefined {
  const moves = to !== undefined && page.status !== to
  if (moves && to === 'trash') return { kind: 'delete', id: page.id, force: false }
  // WordPress renames a page that it trashes; any other slug is an editor's.
  const renamed = page.status === 'trash' && page.slug === trashedSlug(slug)
  const body = { ...texts, ...(moves && { status: to }), ...(moves && renamed && { slug }) }
  return Object.keys(body).length > 0 ? { kind: 'update', id: page.id, body } : undefined
}

/** Why a page's status shows that an editor changed it. */
function statusMoved(page: Page, { status, did }: Replaced, begun: boolean): SimpleReason | undefined {
  if (status === undefined) return page.status === 'trash' ? inTrash : undefined
  if (page.status === status.after || (begun && page.status === status.before)) return undefined
  return page.status === 'trash' ? inTrash : { code: 'undo-moved', status: page.status, did }
}

function leave(reason: SimpleReason): Undo {
  return { kind: 'leave', reasons: [reason] }
}
