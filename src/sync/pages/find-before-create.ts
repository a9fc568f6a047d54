import { readPage, type MirroredPage } from '../../core/page/mirrored-page.ts'
import type { WriteChange } from '../../core/run/change.ts'
import type { PageRead } from '../../core/page/landed.ts'
import type { Page } from '../../core/record/page.ts'
import { slugOf } from '../../core/record/record.ts'
import { isCopy, numberedSlug, numberedSlugs, trashedSlug } from '../../core/page/duplicate-slug.ts'
import { UnreachableError } from '../../lib/errors.ts'
import { compact } from '../../lib/compact.ts'
import { answersReads } from '../batches/answers-reads.ts'
import { fetchOwnUser } from '../batches/own-user.ts'
import type { openGrace } from '../batches/grace-left.ts'
import type { SyncDeps } from '../deps.ts'
import type { CurrentPage, ResolvedItem } from './page-item.ts'

/** The CMS reads all content for a search, so the number of searches for new records is limited. */
const mostSearches = 10

export type GraceLeft = Awaited<ReturnType<typeof openGrace>>

/** A change with its latest unacknowledged write. */
export type Unresolved = Pick<ResolvedItem, 'change' | 'intent'>

/**
 * A change without a known page; `moved`: our page under another slug; `sent`: a page that was to be adopted. `isEditors`:
 * whether a page with the block of a record whose page was deleted is an editor's copy of that page.
 */
type Unbound = Unresolved & {
  moved: MirroredPage | undefined
  sent: PageRead | undefined
  isEditors: (page: Page) => boolean
}

/**
 * The current pages of changes without a known page, so that a create is sent only if no page of the record exists or
 * may still land. `isDeleted`: the known page of the record was deleted.
 */
export async function findBeforeCreate(
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
  const isRecreated = changes.some(({ change, intent }) => intent !== undefined && isDeleted(change))
  const user = isRecreated ? await fetchOwnUser(deps, signal) : undefined
  // An update creates no page, so only a create may have landed elsewhere.
  const unbound = changes.map(({ change, intent }) => {
    const sent = change.kind === 'create' ? intent?.read : undefined
    const created = intent?.read === undefined ? intent : undefined
    const isEditors = (page: Page): boolean =>
      created !== undefined && isDeleted(change) && isCopy(page, { user, since: created.since })
    return { change, intent: created, moved: moved.get(change), sent, isEditors }
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

function unreadableSlug(slug: string, detail: string): CurrentPage {
  return { state: 'unclear', reason: { code: 'unreadable-slug', slug, detail } }
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
    searched.flatMap(({ change, intent, isEditors }, index): [WriteChange, CurrentPage][] => {
      const search = pages[index]
      if (search !== undefined && 'why' in search)
        return [[change, { state: 'unclear', reason: { code: 'unreadable-search', detail: search.why } }]]
      const own = found
        .filter((page) => !isEditors(page))
        .map((page) => readPage(change, page))
        .filter(carriesBlock)
      const mirrored = own.find(({ page }) => page.status !== 'trash') ?? own[0]
      if (mirrored === undefined) return []
      if (mirrored.page.status === 'trash') return [[change, { state: 'trashed', mirrored }]]
      return [[change, { state: 'ours', how: intent === undefined ? 'found' : 'sent', mirrored }]]
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

/** After a lost reply the page may have a numbered slug. */
function slugsOf({ change, intent }: Unresolved): string[] {
  const slugs = allSlugsOf(change)
  return intent === undefined ? slugs.slice(0, 2) : slugs
}

/** Its slug, also as in the trash, then the numbered ones; in the trash only the first number is looked up. */
function allSlugsOf(change: WriteChange): string[] {
  const slug = slugOf(change)
  return [slug, trashedSlug(slug), ...numberedSlugs(slug), trashedSlug(`${slug}-2`)]
}

/** The pages of new records that `findMovedPages` found under another slug. */
async function readMoved(
  deps: SyncDeps,
  changes: readonly Unresolved[],
  signal: AbortSignal,
): Promise<Map<WriteChange, MirroredPage>> {
  const created = changes.flatMap(({ change }) => (change.kind === 'create' ? [change] : []))
  const ids = await deps.movedPages.read(created)
  const pages = await readById(
    deps,
    ids.flatMap((id) => id ?? []),
    signal,
  )
  return new Map(
    created.flatMap((change, index): [WriteChange, MirroredPage][] => {
      const page = pages.get(ids[index] ?? 0)
      const mirrored = page && readPage(change, page)
      return mirrored && carriesBlock(mirrored) ? [[change, mirrored]] : []
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
  { change, intent, moved, sent, isEditors }: Unbound,
  { found, graceLeft }: { found: readonly Page[]; graceLeft: GraceLeft },
): CurrentPage {
  const slug = slugOf(change)
  const slugs = new Set(allSlugsOf(change))
  const pages = found.filter((page) => slugs.has(page.slug)).map((page) => readPage(change, page))
  const live = pages.filter(({ page }) => page.status !== 'trash')
  const inTrash = pages.filter(({ page }) => page.status === 'trash')
  const ours = { state: 'ours', how: intent === undefined ? 'found' : 'sent' } as const
  const atSlug = live.filter(({ page }) => page.slug === slug)
  // Under another parent a foreign page may have the same slug.
  const own = atSlug.find(isOurs)
  if (own) return { ...ours, mirrored: own, ...(sent && { sent }) }
  const ownAt =
    (wanted: readonly string[]) =>
    (mirrored: MirroredPage): boolean =>
      wanted.includes(mirrored.page.slug) && carriesBlock(mirrored) && !isEditors(mirrored.page)
  const [foreign] = atSlug
  const numbered = live.find(ownAt(numberedSlugs(slug)))
  if (numbered)
    return { ...ours, mirrored: numbered, otherSlug: numberedSlug(slug, numbered.page, foreign?.page) }
  if (moved && moved.page.status !== 'trash') return { state: 'ours', how: 'found', mirrored: moved }
  if (foreign) return { state: 'foreign', mirrored: foreign }
  const trashed =
    inTrash.find((one) => one.page.slug === trashedSlug(slug) && isOurs(one)) ??
    inTrash.find(ownAt([trashedSlug(`${slug}-2`)])) ??
    moved
  if (trashed) return { state: 'trashed', mirrored: trashed }
  const waitMs = graceLeft(intent)
  if (waitMs > 0) return { state: 'waiting', waitMs }
  const since = intent === undefined ? deps.cms.clock() : intent.since
  return compact({ state: 'nothing', since })
}

function isOurs({ block }: MirroredPage): boolean {
  return block.state !== 'missing'
}

function carriesBlock({ block }: MirroredPage): boolean {
  return block.state === 'ok'
}
