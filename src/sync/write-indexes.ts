import { addressOf, countListed, createNameList, homeOf, updateIndex } from '../core/parent-index.ts'
import type { Page, PageWrite } from '../core/page.ts'
import { nameOfLanguage } from '../core/render/format.ts'
import type { IndexLink, ParentIndex } from '../core/render/parent.ts'
import { inChunks } from '../lib/chunks.ts'
import { MirrorError, passesByWaiting } from '../lib/errors.ts'
import { addNotes } from './add-notes.ts'
import type { SyncDeps } from './deps.ts'
import { mendOvertaken } from './mend-overtaken.ts'
import { isUsable, parentAt } from './parent-level.ts'

type Deps = Pick<
  SyncDeps,
  'parentPages' | 'snapshots' | 'parents' | 'indexes' | 'runs' | 'renderer' | 'policy' | 'log'
>

/** More than this no visitor reads and no editor opens gladly: a page of some 300 KB. */
const mostListed = 2000
const namesPerRead = 100
/** Pages of that size, so few at once. */
const pagesPerRequest = 5

/**
 * Writes the lists of products on the pages of those languages of which records were acknowledged since the last time
 * (a mark that goes into the same transaction), and the list of languages on the root page. Each is rendered from the
 * snapshots, compared with what its own locked block says now, and sent in a batch only where that differs and no
 * person changed it; an update may be sent twice, so after a crash or a lost answer the mark is all that is needed.
 * Until a run over everything has come to its end no list gets shorter. What goes wrong is left to the next run; throws OutcomeUnknownError when an answer was lost: called again, it looks first. Lists only pages that visitors can see: none unless PAGE_STATUS is publish.
 */
export async function writeIndexes(
  deps: Deps,
  runId: string,
  signal: AbortSignal,
  most = mostListed,
): Promise<void> {
  const marks = await deps.indexes.stale()
  if (marks.size === 0 || deps.policy.pageStatus !== 'publish') return
  const { rootSlug } = deps.policy
  const known = await deps.parents.read()
  const paths = [...marks.keys()].map((language) => `${rootSlug}/${language}`)
  const bound = [rootSlug, ...paths].flatMap((path) =>
    known[path] === undefined ? [] : [{ path, pageId: known[path] }],
  )
  const notes: string[] = []
  const unknown: string[] = []
  const knowsAll = await deps.indexes.knowsAll()
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
        // After a lost Redis a run over a part has seen only that.
        if (knowsAll || countListed(page, parentAt(path)) <= index.links.length)
          wanted.push({ path, page, index })
        else unknown.push(path)
      }
      notes.push(...(await sendWanted(deps, wanted)))
    }
    // What was not written for want of knowledge stays marked.
    for (const path of unknown) marks.delete(path.slice(path.lastIndexOf('/') + 1))
    await deps.indexes.settle(marks)
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof MirrorError) || passesByWaiting(error)) throw error
    deps.log.warn({ runId, reason: error.message }, 'lists of products not written; the next run does')
  }
  await addNotes(deps, runId, notes)
}

type Wanted = { path: string; page: Page; index: ParentIndex }
type Site = { known: Record<string, number>; home: string; most: number }

async function indexOf(
  { snapshots, policy }: Deps,
  path: string,
  { known, home, most }: Site,
): Promise<ParentIndex> {
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
  const names = createNameList<IndexLink>(language, most)
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

/** Writes what differs; answers what a person should know. Throws MirrorError when the CMS refuses a page. */
async function sendWanted(deps: Deps, wanted: readonly Wanted[]): Promise<string[]> {
  const notes: string[] = []
  const updates: { path: string; read: Page; write: PageWrite & { kind: 'update' }; remake: Remake }[] = []
  for (const { path, page, index } of wanted) {
    const update = updateOf(deps, path, page, index)
    if (update.kind === 'edited')
      notes.push(
        `the list on page ${page.id} (${page.link}) was changed by a person and stays as it is; empty the block for the mirror to keep it again`,
      )
    if (update.kind !== 'write') continue
    const remake = (now: Page): { body: { content?: string } } => {
      const again = updateOf(deps, path, now, index)
      return { body: again.kind === 'write' ? { content: again.content } : {} }
    }
    updates.push({
      path,
      read: page,
      write: { kind: 'update', id: page.id, body: { content: update.content } },
      remake,
    })
  }
  if (updates.length === 0) return notes
  // Pages in hand are finished even when the process is told to stop: an answer is worth waiting for.
  const answers = await deps.parentPages.writePages(
    updates.map(({ write }) => write),
    new AbortController().signal,
  )
  const answered = updates.flatMap(({ path, read, write: { body }, remake }, at) => {
    const answer = answers[at]
    if (answer?.ok === true) return [{ read, body, remake, page: answer.page }]
    throw new MirrorError(`The CMS refused the list on the page /${path}: ${answer?.reason}.`)
  })
  const mended = await mendOvertaken({ cms: deps.parentPages, log: deps.log }, answered)
  for (const { note } of mended.values()) notes.push(note)
  deps.log.info({ paths: updates.map(({ path }) => path) }, 'lists of products written')
  return notes
}

type Remake = (now: Page) => { body: { content?: string } }

function updateOf({ renderer, policy }: Deps, path: string, page: Page, index: ParentIndex) {
  const parent = parentAt(path)
  const [wanted, first] = [renderer.renderParent(parent, index).inner, renderer.renderParent(parent).inner]
  return updateIndex(page, parent, { wanted, first }, policy.onEdit)
}
