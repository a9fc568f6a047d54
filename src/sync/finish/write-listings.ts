import type { Note } from '../../core/reasons/note.ts'
import type { PageWriteBody } from '../../contracts/cms/page.ts'
import { countListed, type IndexUpdate } from '../../core/page/listing.ts'
import type { Page, PageWritten } from '../../core/record/page.ts'
import type { Listing } from '../../core/render/listing-blocks.ts'
import { digestOf } from '../../core/text/digest.ts'
import { inChunks } from '../../lib/chunks.ts'
import { MirrorError, OutcomeUnknownError, passesByWaiting } from '../../lib/errors.ts'
import { confirmStored } from '../batches/confirm-stored.ts'
import { repairLostEdits, type AnsweredUpdate } from '../batches/repair-lost-edit.ts'
import { sendBatches } from '../batches/send-batches.ts'
import type { SyncDeps } from '../deps.ts'
import { isUsable, parentAt } from '../parents/parent-level.ts'
import { addNotes } from '../runs/add-notes.ts'
import { compareInSteps, compareListing, readListing } from './render-listing.ts'

/** A longer listing would be too large for many web servers, and slow in the editor: 5,000 entries have about 1 MB. */
const mostListed = 5000
/** Few, because of the size of these pages. */
const pagesPerRequest = 5

/** The listing that the page at a path should contain. */
type Wanted = { path: string; page: Page; listing: Listing }
type ListingUpdate = Wanted & { body: { content: string }; plain?: string | undefined }

/**
 * Writes the listings of languages marked stale, and the list of languages on the root page. A language is marked in
 * the transaction that acknowledges a record. Each list is rendered from the snapshots and compared with its own locked
 * block on the page. It is sent in a batch only if the block differs and was not edited. An update may be sent twice,
 * so the mark is sufficient after a crash or a lost reply. Until a full run has ended, no list gets shorter, and no
 * count changes. A failure
 * is left to the next run. Throws OutcomeUnknownError after a lost reply; called again, it reads the pages first. Lists
 * only public pages, so it writes nothing unless PAGE_STATUS is publish.
 */
export async function writeListings(
  deps: SyncDeps,
  runId: string,
  signal: AbortSignal,
  most = mostListed,
): Promise<void> {
  if (deps.policy.pageStatus !== 'publish') return
  await markChangedLayout(deps)
  const marks = await deps.listings.stale()
  if (marks.size === 0) return
  const { rootSlug } = deps.policy
  const known = await deps.parents.read()
  const addresses = await deps.parents.addresses()
  const postType = await deps.postType.read()
  const all = [rootSlug, ...[...marks.keys()].map((language) => `${rootSlug}/${language}`)]
  const paths = all.filter((path) => known[path] !== undefined)
  const isComplete = await deps.listings.isComplete()
  const stale: string[] = []
  try {
    for (const group of inChunks(paths, pagesPerRequest)) {
      const ids = group.flatMap((path) => known[path] ?? [])
      const pages = await deps.parentPages.readPages(ids, signal)
      const pageAt = new Map(group.map((path) => [path, pages.find(({ id }) => id === known[path])]))
      const wanted: Wanted[] = []
      for (const [path, page] of pageAt) {
        if (page === undefined || !isUsable(page)) continue
        const one = { path, page, listing: await readListing(deps, path, { addresses, postType, most }) }
        if (!isComplete && (await mayLackEntries(deps, one))) stale.push(path)
        else wanted.push(one)
      }
      for (const one of await sendListings(deps, runId, wanted, signal)) stale.push(one)
    }
    // Listings that were not written stay marked; the root page has no separate mark.
    if (stale.includes(rootSlug)) marks.clear()
    for (const path of stale) marks.delete(path.slice(path.lastIndexOf('/') + 1))
    await deps.listings.clear(marks)
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof MirrorError) || passesByWaiting(error)) throw error
    deps.log.warn({ runId, reason: error.message }, 'listings not written; the next run retries')
  }
}

/** After Redis data loss, a partial run has seen only its part: the listing may lack products, or count too few. */
async function mayLackEntries(deps: SyncDeps, wanted: Wanted): Promise<boolean> {
  const { path, page, listing } = wanted
  const before = countListed(page, parentAt(path))
  const isCounted = listing.kind === 'languages' && before > 0
  if (before > listing.entries.length) return true
  return isCounted && (await compareInSteps(deps, wanted, page)).kind === 'write'
}

/** Marks all listings if their layout, labels or groups differ from those of the last run. */
async function markChangedLayout({ listings, snapshots, renderer, policy }: SyncDeps): Promise<void> {
  const { listingGroup } = policy
  const listingDigest = listingGroup
    ? digestOf([renderer.listingDigest, listingGroup])
    : renderer.listingDigest
  if (!(await listings.isMarkedFor(listingDigest)))
    await listings.markFor(listingDigest, await snapshots.languages())
}

/**
 * Sends the listings that differ and were not edited; returns the paths whose listing the CMS cannot save. Throws
 * MirrorError if the CMS refuses a page.
 */
async function sendListings(
  deps: SyncDeps,
  runId: string,
  wanted: readonly Wanted[],
  signal: AbortSignal,
): Promise<string[]> {
  const compared: (Wanted & { update: IndexUpdate })[] = []
  const written = await deps.listings.written(wanted.map(({ path }) => path))
  for (const one of wanted)
    compared.push({ ...one, update: await compareInSteps(deps, one, one.page, written.get(one.path)) })
  const items = compared.flatMap(({ update, ...one }): ListingUpdate[] =>
    update.kind === 'write' ? [{ ...one, body: { content: update.content }, plain: update.plain }] : [],
  )
  const notes = compared.flatMap(({ update, page }): Note[] =>
    update.kind === 'edited' ? [editedNote(page)] : [],
  )
  const failed: string[] = []
  const { waitMs } = await sendBatches(
    deps,
    {
      runId,
      items,
      idOf: ({ path }) => `list:${path}`,
      send: (batch) =>
        // A batch in flight is finished even on shutdown, so that its response is not lost.
        deps.parentPages.writePages(
          batch.map(({ page: { id }, body }) => ({ kind: 'update', id, body })),
          new AbortController().signal,
        ),
      async acknowledge(batch, answers) {
        const { repaired, unstored } = await checkListings(deps, batch, answers)
        for (const note of repaired) notes.push(note)
        for (const { item, reason } of unstored) {
          failed.push(item.path)
          notes.push(unsavedNote(item, reason))
        }
        for (const [index, { path, page, plain }] of batch.entries()) {
          const answer = answers[index]
          if (answer?.ok !== true) continue
          if (plain !== undefined)
            await deps.listings.saveWritten(path, { content: digestOf(answer.page.content), plain })
          if (answer.page.link === page.link) continue
          await deps.parents.save(path, answer.page)
          notes.push(movedNote(path, answer.page))
        }
        deps.log.info({ paths: batch.map(({ path }) => path) }, 'listings written')
      },
      async giveUp(unsaved) {
        for (const { item, reason } of unsaved) {
          failed.push(item.path)
          notes.push(unsavedNote(item, reason))
        }
      },
    },
    signal,
  )
  if (waitMs > 0) throw new OutcomeUnknownError('Some listings could not be written yet.')
  await addNotes(deps, runId, notes)
  return failed
}

/**
 * Restores edits that were saved at the same moment as a listing was written. Returns notes, and the listings that the
 * CMS accepted but did not store.
 */
async function checkListings(
  deps: SyncDeps,
  updates: readonly ListingUpdate[],
  answers: readonly PageWritten[],
): Promise<{ repaired: Note[]; unstored: { item: ListingUpdate; reason: string }[] }> {
  const { signal } = new AbortController()
  const unstored: { item: ListingUpdate; reason: string }[] = []
  const compareAgain = (item: ListingUpdate, saved: Page) => {
    const again = compareListing(deps, item, saved)
    return { body: again.kind === 'write' ? { content: again.content } : {} }
  }
  const answered: AnsweredUpdate<ListingUpdate, { body: PageWriteBody }>[] = []
  for (const [index, item] of updates.entries()) {
    const { page: read, body } = item
    const sent = answers[index]
    if (sent?.ok !== true)
      throw new MirrorError(`The CMS refused the listing on the page /${item.path}: ${sent?.reason}.`)
    const write = { kind: 'update', id: read.id, body } as const
    const answer = await confirmStored(deps.parentPages, { write, read }, sent, signal)
    if (answer.ok)
      answered.push({ item, read, body, page: answer.page, recompose: (saved) => compareAgain(item, saved) })
    else unstored.push({ item, reason: answer.reason })
  }
  const { parentPages, cms, log } = deps
  const to = { cms: { ...parentPages, fetchUser: (never: AbortSignal) => cms.fetchUser(never) }, log }
  const { repaired, unclear } = await repairLostEdits(to, answered)
  const reasons = [...repaired.values()].flatMap(({ repair }) => repair?.reasons ?? [])
  const notes = [...reasons, ...unclear.values()].map((reason): Note => ({
    code: 'listing-repaired',
    reasons: [reason],
  }))
  return { repaired: notes, unstored }
}

function editedNote({ id, link }: Page): Note {
  return { code: 'listing-edited', pageId: id, link }
}

function movedNote(path: string, { id, link }: Page): Note {
  return { code: 'parent-moved', path, pageId: id, link }
}

function unsavedNote({ path }: ListingUpdate, detail: string): Note {
  return { code: 'listing-unsaved', path, detail }
}
