import type { PostType, Row, Status } from '../../store/rows.ts'
import type { Store } from '../../store/store.ts'
import { cut } from '../../text/slug.ts'

const feeds = new Set(['feed', 'rdf', 'rss', 'rss2', 'atom', 'embed'])
const unchecked = new Set<Status>(['draft', 'pending', 'auto-draft'])

export type SlugClaim = {
  readonly id: number
  readonly type: PostType
  readonly status: Status
  readonly parent: number
  readonly slug: string
}

/**
 * The slug of a row: as requested, or with -2, -3 … if it is taken or reserved. Drafts are exempt. See
 * `wp_unique_post_slug`.
 */
export function uniqueSlug(store: Store, claim: SlugClaim): string {
  const { slug, type, status } = claim
  if (unchecked.has(status) || type === 'revision' || type === 'nav_menu_item') return slug
  if (!isTaken(store, claim, slug) && !isReserved(store, claim)) return slug
  for (let suffix = 2; ; suffix++) {
    const next = `${cut(slug, 200 - String(suffix).length - 1)}-${suffix}`
    if (!isTaken(store, claim, next)) return next
  }
}

function isTaken(store: Store, claim: SlugClaim, slug: string): boolean {
  for (const id of store.idsWithSlug(slug)) {
    const row = store.get(id)
    if (row !== undefined && id !== claim.id && collides(store, claim, row)) return true
  }
  return false
}

/** Rows of a tree share slugs with media of the same parent, media with all types, other rows with their type only. */
function collides(store: Store, claim: SlugClaim, row: Row): boolean {
  if (claim.type === 'attachment') return true
  if (isTree(store, claim.type))
    return (row.type === claim.type || row.type === 'attachment') && row.parent === claim.parent
  return row.type === claim.type
}

function isTree({ registry }: Store, type: PostType): boolean {
  return registry.typeOf(type)?.hierarchical === true
}

function isReserved(store: Store, { type, slug, id }: SlugClaim): boolean {
  if (feeds.has(slug)) return true
  if (isTree(store, type)) return /^(page)?\d+$/.test(slug)
  return type === 'post' && /^\d+$/.test(slug) && Number(slug) > 0 && store.get(id)?.slug !== slug
}
