import type { MirroredPage } from '../../core/page/mirrored-page.ts'
import type { WriteChange } from '../../core/run/change.ts'
import type { PageRead } from '../../core/page/landed.ts'
import type { Page } from '../../core/record/page.ts'
import { slugOf, type CreatedSlug } from '../../core/record/record.ts'
import { numberedSlugs, trashedSlug } from '../../core/page/duplicate-slug.ts'
import type { openGrace } from '../batches/grace-left.ts'
import type { SyncDeps } from '../deps.ts'
import type { ResolvedItem } from './page-item.ts'

export type GraceLeft = Awaited<ReturnType<typeof openGrace>>

/** A change with its latest unacknowledged write, and the stored data about its page. */
export type Unresolved = Pick<ResolvedItem, 'change' | 'intent'> & { head: CreatedSlug | undefined }

/** A page, or its absence, and the slug with which it was or will be created. */
export type Placed = Pick<ResolvedItem, 'slug' | 'current'>

export type Slugs = readonly [string, ...string[]]

/**
 * A change without a known page; `moved`: our page under another slug; `sent`: a page that was to be adopted. `isEditors`:
 * whether a page with the block of a record whose page was deleted is an editor's copy of that page. `slugs`: the slug
 * of a create, and the default one, which the page has if it was created before the map named slugs.
 */
export type Unbound = Omit<Unresolved, 'head'> & {
  slugs: Slugs
  moved: MirroredPage | undefined
  sent: PageRead | undefined
  isEditors: (page: Page) => boolean
}

/** A create that may have been sent, or a known page, determines the slug; a new page gets the planned one. */
export function slugsFor(change: WriteChange, known: CreatedSlug | undefined): Slugs {
  const planned = change.kind === 'create' ? change : undefined
  const [first, standard] = [slugOf(change, known ?? planned), slugOf(change)]
  return first === standard ? [standard] : [first, standard]
}

/** After a lost reply the page may have a numbered slug. */
export function slugsOf({ slugs, intent }: Unbound): string[] {
  return slugs.flatMap((slug) => (intent === undefined ? [slug, trashedSlug(slug)] : allSlugsOf(slug)))
}

/** A slug, also as in the trash, then the numbered ones; in the trash only the first number is looked up. */
export function allSlugsOf(slug: string): string[] {
  return [slug, trashedSlug(slug), ...numberedSlugs(slug), trashedSlug(`${slug}-2`)]
}

/** Whether the map names slugs, which may have changed with the names of products. */
export function isNamedByMap({ map }: Pick<SyncDeps, 'map'>): boolean {
  return map?.slug !== undefined
}

/** Whether a page that was not found by its slug is the record's: with slugs of a map, even if its block is damaged. */
export function belongsToRecord(deps: Pick<SyncDeps, 'map'>, mirrored: MirroredPage): boolean {
  return isNamedByMap(deps) ? isOurs(mirrored) : carriesBlock(mirrored)
}

export function isOurs({ block }: MirroredPage): boolean {
  return block.state !== 'missing'
}

export function carriesBlock({ block }: MirroredPage): boolean {
  return block.state === 'ok'
}
