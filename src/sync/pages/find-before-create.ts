import { readPage, type MirroredPage } from '../../core/page/mirrored-page.ts'
import type { WriteChange } from '../../core/run/change.ts'
import type { Page } from '../../core/record/page.ts'
import { assumedSlug } from '../../core/page/identify-page.ts'
import { isCopy } from '../../core/page/duplicate-slug.ts'
import { fetchOwnUser } from '../batches/own-user.ts'
import type { SyncDeps } from '../deps.ts'
import type { CurrentPage } from './page-item.ts'
import { resolveUnbound } from './resolve-unbound.ts'
import { searchRenamed } from './search-renamed.ts'
import {
  belongsToRecord,
  isNamedByMap,
  slugsFor,
  slugsOf,
  type GraceLeft,
  type Placed,
  type Slugs,
  type Unbound,
  type Unresolved,
} from './unbound.ts'

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
      return mirrored && belongsToRecord(deps, mirrored) ? [[change, mirrored]] : []
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
