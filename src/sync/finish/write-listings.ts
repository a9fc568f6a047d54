import { addressOf, countListed, createNameList, homeOf, updateIndex } from '../../core/page/listing.ts'
import type { Page, PageWrite, PageWritten } from '../../core/page/page.ts'
import { nameOfLanguage } from '../../core/render/locale/format.ts'
import type { ListingLink, Listing } from '../../core/render/parent.ts'
import { inChunks } from '../../lib/chunks.ts'
import { MirrorError, OutcomeUnknownError, passesByWaiting } from '../../lib/errors.ts'
import { addNotes } from '../runs/add-notes.ts'
import type { SyncDeps } from '../deps.ts'
import { repairLostEdits } from '../batches/repair-lost-edit.ts'
import { isUsable, parentAt } from '../parents/parent-level.ts'
import { sendBatches } from '../batches/send-batches.ts'

type Deps = Pick<
  SyncDeps,
  | 'cms'
  | 'parentPages'
  | 'snapshots'
  | 'parents'
  | 'listings'
  | 'losses'
  | 'runs'
  | 'renderer'
  | 'policy'
  | 'log'
  | 'now'
>

/** A longer listing is of no use to visitors and slow in the editor: about 300 KB. */
const mostListed = 2000
const namesPerRead = 100
/** Pages of that size, so few at once. */
const pagesPerRequest = 5

/**
 * Writes the listings of languages marked stale, and the list of languages on the root page. A language is marked in
 * the transaction that acknowledges a record. Each list is rendered from the snapshots and compared with its own locked
 * block on the page. It is sent in a batch only if the block differs and no person changed it. An update may be sent
 * twice, so the mark is enough after a crash or a lost reply. Until a full run has ended, no list gets shorter. A
 * failure is left to the next run. Throws OutcomeUnknownError after a lost reply; called again, it reads the pages
 * first. Lists only public pages, so it writes nothing unless PAGE_STATUS is publish.
 */
export async function writeListings(
  deps: Deps,
  runId: string,
  signal: AbortSignal,
  most = mostListed,
): Promise<void> {
  const marks = await deps.listings.stale()
  if (marks.size === 0 || deps.policy.pageStatus !== 'publish') return
  const { rootSlug } = deps.policy
  const known = await deps.parents.read()
  const paths = [...marks.keys()].map((language) => `${rootSlug}/${language}`)
  const bound = [rootSlug, ...paths].flatMap((path) =>
    known[path] === undefined ? [] : [{ path, pageId: known[path] }],
  )
  const notes: string[] = []
  const unknown: string[] = []
  const knowsAll = await deps.listings.knowsAll()
  let home: string | undefined
  try {
    for (const group of inChunks(bound, pagesPerRequest)) {
      const pages = await deps.parentPages.readPages(
        group.map(({ pageId }) => pageId),
        signal,
      )
      const pageAt = (path: string): Page | undefined =>
        pages.find(({ id }) => id === known[path] && group.some((one) => one.path === path))
      const root = pageAt(rootSlug)
      if (root !== undefined) home = homeOf(root)
      if (home === undefined) return
      const wanted: Wanted[] = []
      for (const { path } of group) {
        const page = pageAt(path)
        if (page === undefined || !isUsable(page)) continue
        const index = await indexOf(deps, path, { known, home, most })
        // After Redis data loss a partial run has seen only its part.
        if (knowsAll || countListed(page, parentAt(path)) <= index.links.length)
          wanted.push({ path, page, index })
        else unknown.push(path)
      }
      const sent = await sendWanted(deps, runId, wanted, signal)
      notes.push(...sent.notes)
      unknown.push(...sent.failed)
    }
    // Listings that were not written stay marked; the root page has no mark of its own.
    if (unknown.includes(rootSlug)) marks.clear()
    for (const path of unknown) marks.delete(path.slice(path.lastIndexOf('/') + 1))
    await deps.listings.clear(marks)
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof MirrorError) || passesByWaiting(error)) throw error
    deps.log.warn({ runId, reason: error.message }, 'listings not written; the next run retries')
  }
  await addNotes(deps, runId, notes)
}

type Wanted = { path: string; page: Page; index: Listing }
type Site = { known: Record<string, number>; home: string; most: number }

async function indexOf(
  { snapshots, policy }: Deps,
  path: string,
  { known, home, most }: Site,
): Promise<Listing> {
  const parent = parentAt(path)
  if (parent.kind === 'root') {
    const links = (await snapshots.mirroredLanguages()).flatMap((language) => {
      const pageId = known[`${path}/${language}`]
      return pageId === undefined
        ? []
        : [{ title: nameOfLanguage(language), note: '', url: addressOf(home, pageId) }]
    })
    return { links, total: links.length }
  }
  const { language } = parent
  const names = createNameList<ListingLink>(language, most)
  const { all, retired } = await snapshots.gtins(language)
  const gone = new Set(retired)
  const keys = all.filter((gtin) => !gone.has(gtin)).map((gtin) => ({ gtin, language }))
  for (const part of inChunks(keys, namesPerRead)) {
    const found = (await snapshots.read(part)).flatMap((snapshot) => snapshot ?? [])
    names.add(
      found.map(({ product, pageId }) => ({
        title: product.name || product.gtin,
        note: product.item_number || product.gtin,
        url: addressOf(home, pageId, policy.cmsType),
      })),
    )
  }
  return names.list()
}

type ListUpdate = { path: string; read: Page; write: PageWrite & { kind: 'update' }; recompose: Recompose }
type Sent = { notes: string[]; failed: string[] }

/**
 * Writes the listings that differ; returns notes, and the paths whose listing the CMS cannot save. Throws MirrorError
 * if the CMS refuses a page.
 */
async function sendWanted(
  deps: Deps,
  runId: string,
  wanted: readonly Wanted[],
  signal: AbortSignal,
): Promise<Sent> {
  const sent: Sent = { notes: [], failed: [] }
  const updates = wanted.flatMap((one) => {
    const { update, note } = listUpdate(deps, one)
    if (note !== undefined) sent.notes.push(note)
    return update ?? []
  })
  const { waitMs } = await sendBatches(
    deps,
    {
      runId,
      items: updates,
      idOf: ({ path }) => `list:${path}`,
      send: (batch) =>
        // A batch in flight is finished even on shutdown, so that its reply is not lost.
        deps.parentPages.writePages(
          batch.map(({ write }) => write),
          new AbortController().signal,
        ),
      async acknowledge(batch, answers) {
        sent.notes.push(...(await repairListings(deps, batch, answers)))
        deps.log.info({ paths: batch.map(({ path }) => path) }, 'listings written')
      },
      async giveUp(failed) {
        for (const { item, reason } of failed) {
          sent.failed.push(item.path)
          sent.notes.push(
            `the CMS could not save the listing on the page /${item.path}: ${reason}. The next run tries again`,
          )
        }
      },
    },
    signal,
  )
  if (waitMs > 0) throw new OutcomeUnknownError('Some listings could not be written yet.')
  return sent
}

function listUpdate(deps: Deps, { path, page, index }: Wanted): { update?: ListUpdate; note?: string } {
  const update = updateOf(deps, path, page, index)
  if (update.kind === 'edited')
    return {
      note: `the listing on page ${page.id} (${page.link}) was edited and stays as it is; empty the block to let the mirror update it again`,
    }
  if (update.kind !== 'write') return {}
  const recompose = (now: Page): { body: { content?: string } } => {
    const again = updateOf(deps, path, now, index)
    return { body: again.kind === 'write' ? { content: again.content } : {} }
  }
  const write = { kind: 'update', id: page.id, body: { content: update.content } } as const
  return { update: { path, read: page, write, recompose } }
}

async function repairListings(
  deps: Deps,
  updates: readonly ListUpdate[],
  answers: readonly PageWritten[],
): Promise<string[]> {
  const answered = updates.map((item, at) => {
    const { path, read, write } = item
    const answer = answers[at]
    if (answer?.ok === true) return { item, read, body: write.body, page: answer.page }
    throw new MirrorError(`The CMS refused the listing on the page /${path}: ${answer?.reason}.`)
  })
  const repaired = await repairLostEdits(
    { cms: deps.parentPages, log: deps.log },
    answered,
    ({ recompose }, page) => recompose(page),
  )
  return [...repaired.values()].map(({ note }) => note)
}

type Recompose = (now: Page) => { body: { content?: string } }

function updateOf({ renderer, policy }: Deps, path: string, page: Page, index: Listing) {
  const parent = parentAt(path)
  const [wanted, first] = [renderer.renderParent(parent, index).inner, renderer.renderParent(parent).inner]
  return updateIndex(page, parent, { wanted, first }, policy.onEdit)
}
