import { findBlock } from '../../core/markup/find-block.ts'
import type { WriteChange } from '../../core/plan/change.ts'
import type { Page } from '../../core/page/page.ts'
import { recordId, slugOf } from '../../core/record/record.ts'
import { numberedNote, numberedSlugs, trashedSlug } from '../../core/page/duplicate-slug.ts'
import type { SyncDeps } from '../deps.ts'
import type { Intent, PageRead } from '../ports/writes.ts'

/** What stands in the CMS for a change that is about to be written. */
export type Resolved =
  /** `sent`: what stood there when an update was sent of which nobody knows what became. */
  | { state: 'ours'; page: Page; how: 'bound' | 'sent' | 'found'; note?: string; sent?: PageRead }
  | { state: 'trashed'; page: Page }
  | { state: 'foreign'; page: Page }
  /** `since`: the time by the CMS's clock before the first create that may still land. */
  | { state: 'nothing'; since?: number }
  | { state: 'pending'; waitMs: number }

type Deps = Pick<SyncDeps, 'cms' | 'writes' | 'movedPages' | 'policy' | 'now'>
/** A change without a page that is known, and what may stand for it. */
type Unbound = { change: WriteChange; intent: Intent | undefined; moved: Page | undefined }

/**
 * Looks up the page of each of at most 100 changes: bound ones by id, all others by slug in every status, so that
 * a create is never sent while a page of the record stands or may still land.
 */
export async function resolvePages(
  deps: Deps,
  runId: string,
  changes: readonly WriteChange[],
  signal: AbortSignal,
): Promise<Map<string, Resolved>> {
  const resolved = new Map<string, Resolved>()
  const ids = changes.flatMap((change) => (change.kind === 'create' ? [] : [change.pageId]))
  const [pages, intended] = await Promise.all([readById(deps, ids, signal), deps.writes.intents(changes)])
  const intentOf = new Map(changes.map((change, index) => [change, intended[index]]))
  for (const change of changes) {
    const page = change.kind === 'create' ? undefined : pages.get(change.pageId)
    if (page) resolved.set(recordId(change), resolveBound(deps, page, intentOf.get(change)))
  }
  const left = changes.filter((change) => !resolved.has(recordId(change)))
  if (left.length === 0) return resolved

  const intents = left.map((change) => {
    const intent = intentOf.get(change)
    // An update made nothing that could stand somewhere.
    return intent?.read === undefined ? intent : undefined
  })
  await deps.writes.markUncertain(
    runId,
    left.filter((_, index) => intents[index] !== undefined),
  )
  const moved = await readMoved(deps, left, signal)
  const unbound = left.map((change, index): Unbound => ({
    change,
    intent: intents[index],
    moved: moved[index],
  }))
  const found = await deps.cms.findExactly(
    unbound.flatMap(({ change, intent }) => slugsOf(change, intent !== undefined)),
    signal,
  )
  for (const one of unbound) resolved.set(recordId(one.change), resolveUnbound(deps, one, found))
  return resolved
}

/** An update that is not there yet may still land, and would then go over what an editor saves until it does. */
function resolveBound(deps: Deps, page: Page, intent: Intent | undefined): Resolved {
  const sent = intent?.read
  if (sent === undefined) return { state: 'ours', page, how: 'bound' }
  const waitMs = page.revision === sent.revision ? graceLeftMs(deps, intent) : 0
  return waitMs > 0 ? { state: 'pending', waitMs } : { state: 'ours', page, how: 'bound', sent }
}

/** Milliseconds for which what was sent may still land. */
function graceLeftMs(deps: Deps, intent: Intent | undefined): number {
  return intent === undefined ? 0 : intent.sentAt + deps.policy.writeGraceMs - deps.now().getTime()
}

/** A create whose answer was lost may have got a number; in the trash its first one is enough to ask for. */
function slugsOf(change: WriteChange, sent: boolean): string[] {
  const slug = slugOf(change)
  if (!sent) return [slug, trashedSlug(slug)]
  return [slug, trashedSlug(slug), ...numberedSlugs(slug), trashedSlug(`${slug}-2`)]
}

/** The pages that a walk saw away from their slug; those of records that had a page are copies. */
async function readMoved(
  deps: Deps,
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

async function readById(deps: Deps, ids: readonly number[], signal: AbortSignal): Promise<Map<number, Page>> {
  const pages = ids.length === 0 ? [] : await deps.cms.readPages(ids, signal)
  return new Map(pages.map((page) => [page.id, page]))
}

/** Ours at the slug wins, then ours at a numbered slug, then ours elsewhere; what is in the trash counts last. */
function resolveUnbound(deps: Deps, { change, intent, moved }: Unbound, found: readonly Page[]): Resolved {
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
  if (waitMs > 0) return { state: 'pending', waitMs }
  const since = intent === undefined ? deps.cms.clock() : intent.since
  return { state: 'nothing', ...(since !== undefined && { since }) }
}

function isOurs(page: Page, change: WriteChange): boolean {
  return findBlock(page.content, change).state !== 'missing'
}

function carriesBlock(page: Page, change: WriteChange): boolean {
  return findBlock(page.content, change).state === 'ok'
}
