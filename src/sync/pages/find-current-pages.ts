import { findBlock } from '../../core/markup/find-block.ts'
import type { WriteChange } from '../../core/plan/change.ts'
import type { Page } from '../../core/page/page.ts'
import { slugOf } from '../../core/record/record.ts'
import { numberedNote, numberedSlugs, trashedSlug } from '../../core/page/duplicate-slug.ts'
import { graceLeftMs } from '../batches/grace-left.ts'
import type { SyncDeps } from '../deps.ts'
import type { Intent } from '../ports/writes.ts'
import type { CurrentPage, ResolvedItem } from './page-item.ts'

/** A change without a known page, and what may show its page. */
type Unbound = { change: WriteChange; intent: Intent | undefined; moved: Page | undefined }

/** A change with its current page and the latest write that was not acknowledged. */
export type Found = Pick<ResolvedItem, 'change' | 'intent' | 'current'>

/**
 * Looks up the page of each of at most 100 changes, in order: bound ones by id, all others by slug in every status, so
 * that a create is never sent while a page of the record exists or may still land.
 */
export async function findCurrentPages(
  deps: SyncDeps,
  runId: string,
  changes: readonly WriteChange[],
  signal: AbortSignal,
): Promise<Found[]> {
  const ids = changes.flatMap((change) => (change.kind === 'create' ? [] : [change.pageId]))
  const [pages, intents] = await Promise.all([readById(deps, ids, signal), deps.writes.intents(changes)])
  const known = changes.map((change, index) => ({
    change,
    intent: intents[index],
    page: change.kind === 'create' ? undefined : pages.get(change.pageId),
  }))
  const left = known.filter(({ page }) => page === undefined)
  const unbound = (await findUnbound(deps, runId, left, signal)).values()
  return known.map(({ change, intent, page }): Found => ({
    change,
    intent,
    current: page ? resolveBound(deps, page, intent) : (unbound.next().value ?? { state: 'nothing' }),
  }))
}

/** The current pages of changes without a known page, in order. */
async function findUnbound(
  deps: SyncDeps,
  runId: string,
  changes: readonly Pick<Unbound, 'change' | 'intent'>[],
  signal: AbortSignal,
): Promise<CurrentPage[]> {
  if (changes.length === 0) return []
  // An update creates no page, so only creates are looked up.
  const created = changes.map(({ intent }) => (intent?.read === undefined ? intent : undefined))
  const keys = changes.map(({ change }) => change)
  await deps.writes.markUncertain(
    runId,
    keys.filter((_, index) => created[index] !== undefined),
  )
  const moved = await readMoved(deps, keys, signal)
  const found = await deps.cms.findExactly(
    keys.flatMap((change, index) => slugsOf(change, created[index] !== undefined)),
    signal,
  )
  return keys.map((change, index) =>
    resolveUnbound(deps, { change, intent: created[index], moved: moved[index] }, found),
  )
}

/** An update that has not landed yet may still do so, and would then overtake an editor's save. */
function resolveBound(deps: SyncDeps, page: Page, intent: Intent | undefined): CurrentPage {
  const sent = intent?.read
  if (sent === undefined) return { state: 'ours', page, how: 'bound' }
  const waitMs = page.revision === sent.revision ? graceLeftMs(deps, intent) : 0
  return waitMs > 0 ? { state: 'waiting', waitMs } : { state: 'ours', page, how: 'bound', sent }
}

/** After a lost reply the page may have a numbered slug; in the trash only the first number is looked up. */
function slugsOf(change: WriteChange, sent: boolean): string[] {
  const slug = slugOf(change)
  if (!sent) return [slug, trashedSlug(slug)]
  return [slug, trashedSlug(slug), ...numberedSlugs(slug), trashedSlug(`${slug}-2`)]
}

/** The pages of new records that `findMovedPages` found under another slug. */
async function readMoved(
  deps: SyncDeps,
  changes: readonly WriteChange[],
  signal: AbortSignal,
): Promise<(Page | undefined)[]> {
  const seen = await deps.movedPages.read(changes)
  const ids = changes.map((change, index) => (change.kind === 'create' ? seen[index] : undefined))
  const pages = await readById(
    deps,
    ids.flatMap((id) => id ?? []),
    signal,
  )
  return changes.map((change, index) => {
    const page = pages.get(ids[index] ?? 0)
    return page && carriesBlock(page, change) ? page : undefined
  })
}

async function readById(
  deps: SyncDeps,
  ids: readonly number[],
  signal: AbortSignal,
): Promise<Map<number, Page>> {
  const pages = ids.length === 0 ? [] : await deps.cms.readPages(ids, signal)
  return new Map(pages.map((page) => [page.id, page]))
}

/** Prefers our page at the slug, then at a numbered slug, then elsewhere; pages in the trash come last. */
function resolveUnbound(
  deps: SyncDeps,
  { change, intent, moved }: Unbound,
  found: readonly Page[],
): CurrentPage {
  const slug = slugOf(change)
  const ours = { state: 'ours', how: intent === undefined ? 'found' : 'sent' } as const
  const atSlug = found.filter((page) => page.slug === slug && page.status !== 'trash')
  // Under another parent a foreign page may have the same slug.
  const live = atSlug.find((page) => isOurs(page, change))
  if (live) return { ...ours, page: live }
  const own = (page: Page, slugs: readonly string[]): boolean =>
    slugs.includes(page.slug) && carriesBlock(page, change)
  const [foreign] = atSlug
  const numbered = found.find((page) => page.status !== 'trash' && own(page, numberedSlugs(slug)))
  if (numbered) return { ...ours, page: numbered, note: numberedNote(slug, numbered, foreign) }
  if (moved && moved.status !== 'trash') return { state: 'ours', how: 'found', page: moved }
  if (foreign) return { state: 'foreign', page: foreign }
  const inTrash = found.filter((page) => page.status === 'trash')
  const trashed =
    inTrash.find((page) => page.slug === trashedSlug(slug) && isOurs(page, change)) ??
    inTrash.find((page) => own(page, [trashedSlug(`${slug}-2`)])) ??
    moved
  if (trashed) return { state: 'trashed', page: trashed }
  const waitMs = graceLeftMs(deps, intent)
  if (waitMs > 0) return { state: 'waiting', waitMs }
  const since = intent === undefined ? deps.cms.clock() : intent.since
  return { state: 'nothing', ...(since !== undefined && { since }) }
}

function isOurs(page: Page, change: WriteChange): boolean {
  return findBlock(page.content, change).state !== 'missing'
}

function carriesBlock(page: Page, change: WriteChange): boolean {
  return findBlock(page.content, change).state === 'ok'
}
