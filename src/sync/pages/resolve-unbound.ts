import { recordOfPage } from '../../core/page/compare-page.ts'
import { numberedSlug, numberedSlugs, trashedSlug } from '../../core/page/duplicate-slug.ts'
import { readPage, type MirroredPage } from '../../core/page/mirrored-page.ts'
import type { Page } from '../../core/record/page.ts'
import { recordId } from '../../core/record/record.ts'
import { compact } from '../../lib/compact.ts'
import type { SyncDeps } from '../deps.ts'
import type { CurrentPage } from './page-item.ts'
import {
  allSlugsOf,
  carriesBlock,
  isOurs,
  type GraceLeft,
  type Placed,
  type Slugs,
  type Unbound,
} from './unbound.ts'

/**
 * Prefers our page at the slug, then at a numbered slug, then elsewhere; pages in the trash are last, unless the page
 * elsewhere is a copy of one. If another record's page has the slug of a create, because two products have one item
 * number, the create gets the default slug.
 */
export function resolveUnbound(
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
  const inTrashAtSlug = firstOf(slugs, (one) =>
    inTrash.find((mirrored) => mirrored.page.slug === trashedSlug(one) && isOurs(mirrored)),
  )
  const isMovedLive = moved !== undefined && moved.page.status !== 'trash' && !isCopyOf(moved, inTrashAtSlug)
  if (isMovedLive) return placed({ state: 'ours', how: 'found', mirrored: moved })
  const [foreign] = liveAt(slug)
  if (foreign) return placed({ state: 'foreign', mirrored: foreign })
  const trashed =
    inTrashAtSlug ?? firstOf(slugs, (one) => inTrash.find(ownAt([trashedSlug(`${one}-2`)]))) ?? moved
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

/** Whether a page is presumably an editor's copy of another one: it has the same block, and it is newer. */
function isCopyOf({ page }: MirroredPage, original: MirroredPage | undefined): boolean {
  return original !== undefined && carriesBlock(original) && original.page.id < page.id
}

/** Whether a page has the block of another record. */
function isOfOther({ key, page }: MirroredPage): boolean {
  const other = recordOfPage(page, [])
  return other !== undefined && recordId(other) !== recordId(key)
}
