import { readPage, type MirroredPage } from '../../core/page/mirrored-page.ts'
import type { WriteChange } from '../../core/run/change.ts'
import type { PageRead } from '../../core/page/landed.ts'
import type { Page } from '../../core/record/page.ts'
import { recordId, slugOf, type CreatedSlug } from '../../core/record/record.ts'
import { recordOfPage } from '../../core/page/compare-page.ts'
import { assumedSlug } from '../../core/page/identify-page.ts'
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
/** The most products of a product run. */
const mostProducts = 20

export type GraceLeft = Awaited<ReturnType<typeof openGrace>>

/** A change with its latest unacknowledged write, and the stored data about its page. */
export type Unresolved = Pick<ResolvedItem, 'change' | 'intent'> & { head: CreatedSlug | undefined }

/** A page, or its absence, and the slug with which it was or will be created. */
export type Placed = Pick<ResolvedItem, 'slug' | 'current'>

type Slugs = readonly [string, ...string[]]

/**
 * A change without a known page; `moved`: our page under another slug; `sent`: a page that was to be adopted. `isEditors`:
 * whether a page with the block of a record whose page was deleted is an editor's copy of that page. `slugs`: the slug
 * of a create, and the default one, which the page has if it was created before the map named slugs.
 */
type Unbound = Omit<Unresolved, 'head'> & {
  slugs: Slugs
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
): Promise<Map<WriteChange, Placed>> {
  if (changes.length === 0) return new Map()
  const moved = await readMoved(deps, changes, signal)
  const isRecreated = changes.some(({ change, intent }) => intent !== undefined && isDeleted(change))
  const user = isRecreated ? await fetchOwnUser(deps, signal) : undefined
  // An update creates no page, so only a create may have landed elsewhere.
  const unbound = changes.map(({ change, intent, head }): Unbound => {
    const sent = change.kind === 'create' ? intent?.read : undefined
    const created = intent?.read === undefined ? intent : undefined
    const isEditors = (page: Page): boolean =>
      created !== undefined && isDeleted(change) && isCopy(page, { user, since: created.since })
    const slugs = slugsFor(change, created ?? head)
    return { change, intent: created, slugs, moved: moved.get(change), sent, isEditors }
  })
  const uncertain = unbound.flatMap(({ change, intent }) => (intent ? [change] : []))
  await deps.writes.markUncertain(runId, uncertain)
  const { pages: found, unreadable: unread } = await deps.cms.findEach(unbound.flatMap(slugsOf), signal)
  const resolved = unbound.map((one) => {
    const slug = slugsOf(one).find((some) => unread.has(some))
    const placed: Placed =
      slug === undefined
        ? resolveUnbound(deps, one, { found, graceLeft })
        : { current: unreadableSlug(slug, unread.get(slug) ?? ''), slug: one.slugs[0] }
    return { ...one, ...placed }
  })
  const missing = resolved.filter(
    ({ change, intent, current: { state } }) =>
      (state === 'nothing' || state === 'foreign') && (intent !== undefined || !isDeleted(change)),
  )
  const renamed = await searchRenamed(deps, missing, signal)
  return new Map(
    resolved.map(({ change, slugs, slug, current: first }): [WriteChange, Placed] => {
      const current = renamed.get(change) ?? first
      return [
        change,
        { current, slug: 'mirrored' in current ? (slugOn(deps, current, slugs) ?? slug) : slug },
      ]
    }),
  )
}

/** A create that may have been sent, or a known page, determines the slug; a new page gets the planned one. */
function slugsFor(change: WriteChange, known: CreatedSlug | undefined): Slugs {
  const planned = change.kind === 'create' ? change : undefined
  const [first, standard] = [slugOf(change, known ?? planned), slugOf(change)]
  return first === standard ? [standard] : [first, standard]
}

/** The slug with which a page of the record was created; undefined for a foreign page. */
function slugOn(
  deps: SyncDeps,
  current: Extract<CurrentPage, { mirrored: MirroredPage }>,
  slugs: Slugs,
): string | undefined {
  if (current.state === 'foreign') return undefined
  return assumedSlug(current.mirrored.page, slugs, isNamedByMap(deps))
}

function unreadableSlug(slug: string, detail: string): CurrentPage {
  return { state: 'unclear', reason: { code: 'unreadable-slug', slug, detail } }
}

/**
 * The pages of records under an unknown slug, found by their block: the reply to their create was lost, or Redis was
 * restored from a backup since. Costs a search per product, or a list if many creates were lost.
 */
async function searchRenamed(
  deps: SyncDeps,
  missing: readonly Unbound[],
  signal: AbortSignal,
): Promise<Map<WriteChange, CurrentPage>> {
  const lost = missing.filter(({ intent }) => intent !== undefined)
  const searched = (await mayBeElsewhere(deps, missing)) ? missing : lost
  const since = lost.reduce(
    (first, { intent }) => Math.min(first, intent?.since ?? 0),
    Number.MAX_SAFE_INTEGER,
  )
  const gtins = gtinsOf(searched)
  const pages =
    gtins.length > (isNamedByMap(deps) ? mostProducts : mostSearches)
      ? [await deps.cms.searchPages('product-mirror', since, signal)]
      : await Promise.all(
          gtins.map((gtin) =>
            deps.cms
              .searchPages(`gtin-${gtin}`, undefined, signal)
              .catch((error: unknown) => unsearched(deps, error, signal)),
          ),
        )
  const found = pages.flatMap((one) => ('why' in one ? [] : one))
  return new Map(
    searched.flatMap(({ change, intent, isEditors }): [WriteChange, CurrentPage][] => {
      const search = pages[gtins.indexOf(change.gtin)]
      if (search !== undefined && 'why' in search)
        return [[change, { state: 'unclear', reason: { code: 'unreadable-search', detail: search.why } }]]
      const own = found
        .filter((page) => !isEditors(page))
        .map((page) => readPage(change, page))
        .filter(isNamedByMap(deps) ? isOurs : carriesBlock)
      const mirrored = own.find(({ page }) => page.status !== 'trash') ?? own[0]
      if (mirrored === undefined) return []
      if (mirrored.page.status === 'trash') return [[change, { state: 'trashed', mirrored }]]
      return [[change, { state: 'ours', how: intent === undefined ? 'found' : 'sent', mirrored }]]
    }),
  )
}

/**
 * Whether pages of new records may exist that neither Redis nor a lookup shows. Without any snapshot, the whole CMS was
 * searched before. Slugs of a map may have changed with the names, so their pages are searched more often.
 */
async function mayBeElsewhere(deps: SyncDeps, missing: readonly Unbound[]): Promise<boolean> {
  if (isNamedByMap(deps) ? gtinsOf(missing).length > mostProducts : missing.length > mostSearches)
    return false
  if ((await deps.snapshots.languages()).length > 0) return true
  return isNamedByMap(deps) && !(await deps.movedPages.isKnown())
}

function isNamedByMap({ map }: SyncDeps): boolean {
  return map?.slug !== undefined
}

function gtinsOf(unbound: readonly Unbound[]): string[] {
  return [...new Set(unbound.map(({ change }) => change.gtin))]
}

/**
 * Why a search failed although the CMS responds to other reads: a page in its result is the cause. Otherwise rethrows.
 */
async function unsearched(deps: SyncDeps, error: unknown, signal: AbortSignal): Promise<{ why: string }> {
  if (!(error instanceof UnreachableError) || !(await answersReads(deps, signal))) throw error
  return { why: error.message }
}

/** After a lost reply the page may have a numbered slug. */
function slugsOf({ slugs, intent }: Unbound): string[] {
  return slugs.flatMap((slug) => (intent === undefined ? [slug, trashedSlug(slug)] : allSlugsOf(slug)))
}

/** A slug, also as in the trash, then the numbered ones; in the trash only the first number is looked up. */
function allSlugsOf(slug: string): string[] {
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
      return mirrored && (isNamedByMap(deps) ? isOurs(mirrored) : carriesBlock(mirrored))
        ? [[change, mirrored]]
        : []
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

/**
 * Prefers our page at the slug, then at a numbered slug, then elsewhere; pages in the trash are last. If another record's
 * page has the slug of a create, because two products have one item number, the create gets the default slug.
 */
function resolveUnbound(
  deps: SyncDeps,
  { change, intent, slugs, moved, sent, isEditors }: Unbound,
  { found, graceLeft }: { found: readonly Page[]; graceLeft: GraceLeft },
): Placed {
  const looked = new Set(slugs.flatMap(allSlugsOf))
  const pages = found.filter((page) => looked.has(page.slug)).map((page) => readPage(change, page))
  const live = pages.filter(({ page }) => page.status !== 'trash')
  const inTrash = pages.filter(({ page }) => page.status === 'trash')
  const ours = { state: 'ours', how: intent === undefined ? 'found' : 'sent' } as const
  const liveAt = (slug: string): MirroredPage[] => live.filter(({ page }) => page.slug === slug)
  const slug = slugs.find((one) => !liveAt(one).some(isOfOther)) ?? slugs[0]
  const placed = (current: CurrentPage): Placed => ({ current, slug })
  // Under another parent a foreign page may have the same slug.
  const own = firstOf(slugs, (one) => liveAt(one).find(isOurs))
  if (own) return placed({ ...ours, mirrored: own, ...(sent && { sent }) })
  const ownAt =
    (wanted: readonly string[]) =>
    (mirrored: MirroredPage): boolean =>
      wanted.includes(mirrored.page.slug) && carriesBlock(mirrored) && !isEditors(mirrored.page)
  const numbered = firstOf(slugs, (one) => {
    const mirrored = live.find(ownAt(numberedSlugs(one)))
    return mirrored && { mirrored, otherSlug: numberedSlug(one, mirrored.page, liveAt(one)[0]?.page) }
  })
  if (numbered) return placed({ ...ours, ...numbered })
  if (moved && moved.page.status !== 'trash') return placed({ state: 'ours', how: 'found', mirrored: moved })
  const [foreign] = liveAt(slug)
  if (foreign) return placed({ state: 'foreign', mirrored: foreign })
  const trashed =
    firstOf(slugs, (one) =>
      inTrash.find((mirrored) => mirrored.page.slug === trashedSlug(one) && isOurs(mirrored)),
    ) ??
    firstOf(slugs, (one) => inTrash.find(ownAt([trashedSlug(`${one}-2`)]))) ??
    moved
  if (trashed) return placed({ state: 'trashed', mirrored: trashed })
  const waitMs = graceLeft(intent)
  if (waitMs > 0) return placed({ state: 'waiting', waitMs })
  const since = intent === undefined ? deps.cms.clock() : intent.since
  return placed(compact({ state: 'nothing', since }))
}

function firstOf<T>(slugs: Slugs, find: (slug: string) => T | undefined): T | undefined {
  for (const slug of slugs) {
    const found = find(slug)
    if (found !== undefined) return found
  }
  return undefined
}

/** Whether a page has the block of another record. */
function isOfOther({ key, page }: MirroredPage): boolean {
  const other = recordOfPage(page, [])
  return other !== undefined && recordId(other) !== recordId(key)
}

function isOurs({ block }: MirroredPage): boolean {
  return block.state !== 'missing'
}

function carriesBlock({ block }: MirroredPage): boolean {
  return block.state === 'ok'
}
