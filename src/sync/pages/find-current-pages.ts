import { identifyPage, otherPageReason } from '../../core/page/identify-page.ts'
import type { WriteChange } from '../../core/run/change.ts'
import type { PageRead } from '../../core/page/landed.ts'
import type { Page } from '../../core/record/page.ts'
import { slugOf } from '../../core/record/record.ts'
import { numberedSlug, numberedSlugs, trashedSlug } from '../../core/page/duplicate-slug.ts'
import { UnreachableError } from '../../lib/errors.ts'
import { answersReads } from '../batches/answers-reads.ts'
import { openGrace } from '../batches/grace-left.ts'
import type { SyncDeps } from '../deps.ts'
import type { Intent } from '../ports/writes.ts'
import type { CurrentPage, ResolvedItem } from './page-item.ts'
import { compact } from '../../lib/compact.ts'
import { readPage } from '../../core/page/mirrored-page.ts'

/** The CMS reads all content for a search, so the number of searches for new records is limited. */
const mostSearches = 10

type GraceLeft = Awaited<ReturnType<typeof openGrace>>

/** A change with its latest unacknowledged write. */
type Unresolved = Pick<ResolvedItem, 'change' | 'intent'>
/** A change without a known page; `moved`: our page under another slug; `sent`: a page that was to be adopted. */
type Unbound = Unresolved & { moved: Page | undefined; sent: PageRead | undefined }

/**
 * Looks up the page of each of at most 100 changes, in order. Bound ones are looked up by id, all others by slug in
 * every status, so that a create is never sent while a page of the record exists or may still land.
 */
export async function findCurrentPages(
  deps: SyncDeps,
  runId: string,
  changes: readonly WriteChange[],
  signal: AbortSignal,
): Promise<(Unresolved & { current: CurrentPage })[]> {
  const ids = changes.flatMap((change) => pageIdOf(change) ?? [])
  const [bound, intents] = await Promise.all([deps.cms.readEach(ids, signal), deps.writes.intents(changes)])
  const graceLeft = await openGrace(deps, intents)
  const pages = new Map(bound.pages.map((page) => [page.id, page]))
  const known = changes.map((change, index) => ({ change, intent: intents[index] }))
  const atId = (change: WriteChange): Page | undefined => pages.get(pageIdOf(change) ?? 0)
  const own = (change: WriteChange): Page | undefined => {
    const page = atId(change)
    return page && identifyPage(readPage(change, page)) !== 'neither' ? page : undefined
  }
  const whyUnread = (change: WriteChange): string | undefined => bound.unreadable.get(pageIdOf(change) ?? 0)
  const unbound = known.filter(({ change }) => own(change) === undefined && whyUnread(change) === undefined)
  // After a page was deleted, a page with its block under another slug is a copy that belongs to its editor.
  const isDeleted = (change: WriteChange): boolean =>
    pageIdOf(change) !== undefined && atId(change) === undefined
  const found = await findUnbound(deps, { runId, changes: unbound, graceLeft, isDeleted }, signal)
  return known.map(({ change, intent }) => {
    const why = whyUnread(change)
    if (why !== undefined) return { change, intent, current: unreadable(change, why) }
    const page = own(change)
    if (page) return { change, intent, current: resolveBound(page, intent, graceLeft) }
    const current = found.get(change) ?? { state: 'nothing' }
    const other = atId(change)
    return { change, intent, current: other ? besideOther(other, change, current) : current }
  })
}

function unreadable(change: WriteChange, detail: string): CurrentPage {
  return { state: 'unclear', reason: { code: 'unreadable-page', pageId: pageIdOf(change) ?? 0, detail } }
}

function unreadableSlug(slug: string, detail: string): CurrentPage {
  return { state: 'unclear', reason: { code: 'unreadable-slug', slug, detail } }
}

/** The stored id belongs to another page, so only a page found by its slug or block is the record's. */
function besideOther(other: Page, change: WriteChange, current: CurrentPage): CurrentPage {
  if (current.state === 'ours' || current.state === 'trashed' || current.state === 'waiting') return current
  return { state: 'unclear', reason: otherPageReason(other, change) }
}

function pageIdOf(change: WriteChange): number | undefined {
  return change.kind === 'create' ? undefined : change.pageId
}

/** The current pages of changes without a known page. */
async function findUnbound(
  deps: SyncDeps,
  {
    runId,
    changes,
    graceLeft,
    isDeleted,
  }: {
    runId: string
    changes: readonly Unresolved[]
    graceLeft: GraceLeft
    isDeleted: (change: WriteChange) => boolean
  },
  signal: AbortSignal,
): Promise<Map<WriteChange, CurrentPage>> {
  if (changes.length === 0) return new Map()
  const moved = await readMoved(deps, changes, signal)
  // An update creates no page, so only a create may have landed elsewhere.
  const unbound = changes.map(({ change, intent }) => {
    const sent = change.kind === 'create' ? intent?.read : undefined
    return { change, intent: intent?.read === undefined ? intent : undefined, moved: moved.get(change), sent }
  })
  const uncertain = unbound.flatMap(({ change, intent }) => (intent ? [change] : []))
  await deps.writes.markUncertain(runId, uncertain)
  const { pages: found, unreadable: unread } = await deps.cms.findEach(unbound.flatMap(slugsOf), signal)
  const resolved = unbound.map((one) => {
    const slug = slugsOf(one).find((some) => unread.has(some))
    const current: CurrentPage =
      slug === undefined
        ? resolveUnbound(deps, one, { found, graceLeft })
        : unreadableSlug(slug, unread.get(slug) ?? '')
    return { ...one, current }
  })
  const missing = resolved.filter(
    ({ change, intent, current: { state } }) =>
      (state === 'nothing' || state === 'foreign') && (intent !== undefined || !isDeleted(change)),
  )
  const renamed = await searchRenamed(deps, missing, signal)
  return new Map(resolved.map(({ change, current }) => [change, renamed.get(change) ?? current]))
}

/**
 * The pages of records under a changed slug, found by their block: the reply to their create was lost, or Redis was
 * restored from a backup since. Costs a search per record, or a list if many creates were lost.
 */
async function searchRenamed(
  deps: SyncDeps,
  missing: readonly Unbound[],
  signal: AbortSignal,
): Promise<Map<WriteChange, CurrentPage>> {
  const lost = missing.filter(({ intent }) => intent !== undefined)
  const few = missing.length <= mostSearches && (await deps.snapshots.languages()).length > 0
  const searched = few ? missing : lost
  const since = lost.reduce(
    (first, { intent }) => Math.min(first, intent?.since ?? 0),
    Number.MAX_SAFE_INTEGER,
  )
  const pages =
    searched.length > mostSearches
      ? [await deps.cms.searchPages('product-mirror', since, signal)]
      : await Promise.all(
          searched.map(({ change: { gtin } }) =>
            deps.cms
              .searchPages(`gtin-${gtin}`, undefined, signal)
              .catch((error: unknown) => unsearched(deps, error, signal)),
          ),
        )
  const found = pages.flatMap((one) => ('why' in one ? [] : one))
  return new Map(
    searched.flatMap(({ change, intent }, index): [WriteChange, CurrentPage][] => {
      const search = pages[index]
      if (search !== undefined && 'why' in search)
        return [[change, { state: 'unclear', reason: { code: 'unreadable-search', detail: search.why } }]]
      const own = found.filter((page) => carriesBlock(page, change))
      const page = own.find(({ status }) => status !== 'trash') ?? own[0]
      if (page === undefined) return []
      if (page.status === 'trash') return [[change, { state: 'trashed', page }]]
      return [[change, { state: 'ours', how: intent === undefined ? 'found' : 'sent', page }]]
    }),
  )
}

/**
 * Why a search failed although the CMS responds to other reads: a page in its result is the cause. Otherwise rethrows.
 */
async function unsearched(deps: SyncDeps, error: unknown, signal: AbortSignal): Promise<{ why: string }> {
  if (!(error instanceof UnreachableError) || !(await answersReads(deps, signal))) throw error
  return { why: error.message }
}

/** An update that has not landed may still do so, and would then cause a lost edit. */
function resolveBound(page: Page, intent: Intent | undefined, graceLeft: GraceLeft): CurrentPage {
  const sent = intent?.read
  if (sent === undefined) return { state: 'ours', page, how: 'bound' }
  const waitMs = page.revision === sent.revision ? graceLeft(intent) : 0
  return waitMs > 0 ? { state: 'waiting', waitMs } : { state: 'ours', page, how: 'bound', sent }
}

/** After a lost reply the page may have a numbered slug; in the trash only the first number is looked up. */
function slugsOf({ change, intent }: Unresolved): string[] {
  const slug = slugOf(change)
  if (intent === undefined) return [slug, trashedSlug(slug)]
  return [slug, trashedSlug(slug), ...numberedSlugs(slug), trashedSlug(`${slug}-2`)]
}

/** The pages of new records that `findMovedPages` found under another slug. */
async function readMoved(
  deps: SyncDeps,
  changes: readonly Unresolved[],
  signal: AbortSignal,
): Promise<Map<WriteChange, Page>> {
  const created = changes.flatMap(({ change }) => (change.kind === 'create' ? [change] : []))
  const ids = await deps.movedPages.read(created)
  const pages = await readById(
    deps,
    ids.flatMap((id) => id ?? []),
    signal,
  )
  return new Map(
    created.flatMap((change, index) => {
      const page = pages.get(ids[index] ?? 0)
      return page && carriesBlock(page, change) ? [[change, page]] : []
    }),
  )
}

async function readById(
  deps: SyncDeps,
  ids: readonly number[],
  signal: AbortSignal,
): Promise<Map<number, Page>> {
  const pages = ids.length === 0 ? [] : await deps.cms.readPages(ids, signal)
  return new Map(pages.map((page) => [page.id, page]))
}

/** Prefers our page at the slug, then at a numbered slug, then elsewhere; pages in the trash are last. */
function resolveUnbound(
  deps: SyncDeps,
  { change, intent, moved, sent }: Unbound,
  { found, graceLeft }: { found: readonly Page[]; graceLeft: GraceLeft },
): CurrentPage {
  const slug = slugOf(change)
  const ours = { state: 'ours', how: intent === undefined ? 'found' : 'sent' } as const
  const atSlug = found.filter((page) => page.slug === slug && page.status !== 'trash')
  // Under another parent a foreign page may have the same slug.
  const live = atSlug.find((page) => isOurs(page, change))
  if (live) return { ...ours, page: live, ...(sent && { sent }) }
  const own = (page: Page, slugs: readonly string[]): boolean =>
    slugs.includes(page.slug) && carriesBlock(page, change)
  const [foreign] = atSlug
  const numbered = found.find((page) => page.status !== 'trash' && own(page, numberedSlugs(slug)))
  if (numbered) return { ...ours, page: numbered, otherSlug: numberedSlug(slug, numbered, foreign) }
  if (moved && moved.status !== 'trash') return { state: 'ours', how: 'found', page: moved }
  if (foreign) return { state: 'foreign', page: foreign }
  const inTrash = found.filter((page) => page.status === 'trash')
  const trashed =
    inTrash.find((page) => page.slug === trashedSlug(slug) && isOurs(page, change)) ??
    inTrash.find((page) => own(page, [trashedSlug(`${slug}-2`)])) ??
    moved
  if (trashed) return { state: 'trashed', page: trashed }
  const waitMs = graceLeft(intent)
  if (waitMs > 0) return { state: 'waiting', waitMs }
  const since = intent === undefined ? deps.cms.clock() : intent.since
  return compact({ state: 'nothing', since })
}

function isOurs(page: Page, change: WriteChange): boolean {
  return readPage(change, page).block.state !== 'missing'
}

function carriesBlock(page: Page, change: WriteChange): boolean {
  return readPage(change, page).block.state === 'ok'
}
