import type { SimpleReason } from '../../core/reasons/reason.ts'
import { readPage, type MirroredPage } from '../../core/page/mirrored-page.ts'
import type { Page, PageWritten } from '../../core/record/page.ts'
import type { Outcome, WriteChange } from '../../core/run/change.ts'
import {
  replacedProduct,
  replacedRemoval,
  undoneBefore,
  replacedTexts,
  type Replaced,
} from '../../core/plan/undo-entry.ts'
import { olderVersion, type Snapshot } from '../../core/record/snapshot.ts'
import { notStored, readStored, refusedSilently } from '../batches/confirm-stored.ts'
import { notRestored } from '../batches/repair-lost-edit.ts'
import { textOfRefusal } from '../batches/page-refusal.ts'
import type { PlannedWrite } from '../batches/planned-write.ts'
import { failed } from '../batches/stamp-outcome.ts'
import type { SyncDeps } from '../deps.ts'
import type { Commit } from '../ports/writes.ts'
import { compact } from '../../lib/compact.ts'
import { commitPage } from './commit-page.ts'
import { replacedByLanded } from './commit-unwritten.ts'
import { awaitedAfter, composeBody, recreatedReasons } from './compose-body.ts'
import type { Composition, PendingWrite } from './page-item.ts'
import { replaceLostImage } from './replace-lost-image.ts'
import { resolveSlugClash } from './resolve-slug-clash.ts'

type Refusal = Extract<PageWritten, { ok: false }>

/**
 * Fourth pass: the writes, and the snapshots and outcomes of their responses; a refused page is an outcome. Changes to
 * resolve once more are added to `again`.
 */
export function plannedWrites(
  deps: SyncDeps,
  runId: string,
  { writes, again }: { writes: readonly PendingWrite[]; again: WriteChange[] },
  signal: AbortSignal,
): PlannedWrite[] {
  const commit = async (
    write: PendingWrite,
    answer: PageWritten,
    saved?: Page,
  ): Promise<Commit | undefined> => {
    const committed = await commitAnswered(deps, runId, { write, answer, saved }, signal)
    if ('outcome' in committed) return committed
    again.push(committed)
    return undefined
  }
  return writes.map((pending): PlannedWrite => {
    const { item, key, write, read, known, intent } = pending
    return compact({
      key,
      write,
      read,
      known,
      intent,
      commit: ({ answer, reasons }) => commit(withReasons(pending, reasons), answer),
      giveUp(why) {
        const page = item.kind === 'new' ? {} : { pageId: item.mirrored.page.id }
        return { outcome: failed(deps, item.change, { code: 'unsaved', detail: why }, page) }
      },
      ...(item.kind !== 'new' && {
        recompose(saved) {
          const mirrored = readPage(item.change, saved)
          const made = composeBody(deps, runId, item, mirrored)
          return {
            body: made.body,
            commit: ({ answer, reasons }) =>
              commit(
                composedAgain(pending, { ...made, reasons: [...reasons, ...made.reasons] }, mirrored),
                answer,
                saved,
              ),
          }
        },
      }),
    })
  })
}

/** The corrected write, over the page as the editor had saved it. */
function composedAgain(write: PendingWrite, made: Composition, mirrored: MirroredPage): PendingWrite {
  const { block: _, conflict: __, before, ...rest } = write
  return { ...rest, ...made, before: { ...before, ...(before.mirrored && { mirrored }) } }
}

function withReasons(write: PendingWrite, reasons: readonly SimpleReason[]): PendingWrite {
  return { ...write, reasons: [...write.reasons, ...reasons] }
}

/**
 * The commit for a response, or the change to resolve once more because its page vanished or its duplicate was removed.
 * `saved`: the page as an editor saved it, if the write was composed again.
 */
async function commitAnswered(
  deps: SyncDeps,
  runId: string,
  { write, answer, saved }: { write: PendingWrite; answer: PageWritten; saved: Page | undefined },
  signal: AbortSignal,
): Promise<Commit | WriteChange> {
  const { change, slug, kind } = write.item
  if (!answer.ok) {
    if (
      (answer.code === 'rest_invalid_featured_media' || answer.code === notStored) &&
      (await replaceLostImage(deps, runId, write, undefined))
    )
      return change
    if (kind !== 'new' && answer.code === 'rest_post_invalid_id') return change
    if (saved === undefined) return { outcome: await refused(deps, write, answer) }
    return { outcome: failed(deps, change, notRestored(saved, answer), { pageId: saved.id }) }
  }
  if (await replaceLostImage(deps, runId, write, answer.page)) return change
  if (kind !== 'new') return commitWritten(deps, runId, write, answer.page)
  if (answer.page.slug === slug) return commitCreated(deps, runId, write, answer.page)
  await deps.writes.markUncertain(runId, [change])
  const clash = await resolveSlugClash(deps, write.item, answer.page, signal)
  if (clash.page === 'hidden') return { outcome: failed(deps, change, clash.reason) }
  if (clash.page !== 'kept') return change
  const item = { ...write.item, slug: clash.slug }
  return commitCreated(deps, runId, { ...write, item, reasons: [clash.reason] }, answer.page)
}

/** The commit of a created page, which may be incomplete. The next run writes missing content. */
async function commitCreated(
  deps: SyncDeps,
  runId: string,
  write: PendingWrite,
  answered: Page,
): Promise<Commit> {
  const { signal } = new AbortController()
  const { page, missing } = await readStored(
    deps.cms,
    { write: write.write, read: undefined },
    answered,
    signal,
  )
  const texts = missing.filter((part) => part !== 'status')
  if (texts.length === 0) {
    const wanted = write.body.status
    if (missing.length === 0 || wanted === undefined) return commitWritten(deps, runId, write, page)
    const reason = { code: 'other-status', status: page.status, wanted } as const
    return commitWritten(deps, runId, withReasons(write, [reason]), page)
  }
  const { reason: detail } = refusedSilently(texts)
  if (texts.includes('text')) {
    const reason = { code: 'created-without-text', pageId: page.id, link: page.link, detail } as const
    return { outcome: failed(deps, write.item.change, reason, { pageId: page.id }) }
  }
  const { outcome, snapshot, ...others } = commitWritten(deps, runId, write, page)
  // With its ETag, the partner would report no change.
  const { etag: _, ...older } = snapshot
  const why = { code: 'created-incomplete', pageId: page.id, detail } as const
  return {
    ...others,
    outcome: failed(deps, outcome, why, { pageId: page.id }),
    snapshot: { ...older, digest: olderVersion },
  }
}

function commitWritten(
  deps: SyncDeps,
  runId: string,
  write: PendingWrite,
  page: Page,
): Commit & { snapshot: Snapshot } {
  const { item, left, before } = write
  const { change, wanted, base } = item
  const updated = change.kind === 'restore' ? 'restored' : 'updated'
  // A revision from before the write may be an editor's open draft.
  const revised = before.mirrored?.page.revision === page.revision ? {} : { revision: page.revision }
  return commitPage(deps, runId, item, {
    ...write,
    mirrored: readPage(change, page),
    result: before.mirrored === undefined ? 'created' : updated,
    isWritten: true,
    reasons: [...recreatedReasons(item), ...write.reasons],
    base: left.length > 0 ? base : wanted,
    before: before.snapshot,
    over: before.mirrored,
    ...revised,
    replaced: replacedBy(deps, write, page),
    awaits: awaitedAfter(item),
  })
}

/**
 * The content that the write replaced, including that of an earlier write of this run with a lost reply. A created page
 * replaced nothing.
 */
function replacedBy(deps: SyncDeps, write: PendingWrite, now: Page): Replaced | undefined {
  const { item, body, before } = write
  const { mirrored, snapshot } = before
  if (item.kind === 'new' || mirrored === undefined) return undefined
  const { change, base } = item
  const { page } = mirrored
  const replaced: Replaced = {
    did: change.kind === 'restore' ? 'restored' : 'updated',
    ...replacedProduct(change, snapshot),
    // An adoption only adds the block and fills empty fields. Its undo leaves both.
    ...(item.kind !== 'foreign' && replacedTexts(mirrored, body, base)),
    // An adopted page never had a block that an editor could have removed.
    ...(snapshot !== undefined && replacedRemoval(mirrored, body, base)),
    ...(page.status !== now.status && { status: { before: page.status, after: now.status } }),
    ...(item.awaits && page.status !== now.status && { awaits: [...item.awaits] }),
    ...(snapshot?.retiredTo !== undefined && { retiredTo: snapshot.retiredTo }),
    ...(snapshot?.links !== undefined && { links: snapshot.links }),
    ...undoneBefore(snapshot),
  }
  if (item.kind !== 'landedWrite' || item.landed !== 'update') return replaced
  // In a block with an editor's changes, the text of the landed write cannot be identified.
  if (write.block !== undefined || write.left.includes('inner')) return undefined
  const landed = replacedByLanded(deps, item, write)
  const { base: _, ...others } = replaced
  return landed && { ...others, texts: { ...replaced.texts, ...landed.texts } }
}

async function refused(deps: SyncDeps, { item, body }: PendingWrite, refusal: Refusal): Promise<Outcome> {
  if (refusal.code === notStored) {
    const pageId = item.kind === 'new' ? {} : { pageId: item.mirrored.page.id }
    return failed(deps, item.change, { code: 'not-stored', detail: refusal.reason }, pageId)
  }
  if (item.kind !== 'new' || refusal.code !== 'rest_post_invalid_id') {
    return failed(deps, item.change, { code: 'refused', detail: textOfRefusal(refusal) })
  }
  await deps.parents.invalidate()
  const reason = {
    code: 'parent-deleted',
    parentId: body.parent ?? 0,
    detail: textOfRefusal(refusal),
  } as const
  return failed(deps, item.change, reason)
}
