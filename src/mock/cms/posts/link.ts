import type { Site } from '../rest/request.ts'
import type { Row, Term } from '../store/rows.ts'
import type { Store } from '../store/store.ts'
import { decodeSlug } from '../text/slug.ts'
import { isBuiltIn } from '../types/built-in.ts'

const unpublished = new Set(['draft', 'pending', 'auto-draft', 'future', 'trash'])

/** The REST route of a row; undefined for revisions, whose route depends on their parent. */
export function restPathOf(store: Store, { type, id }: Pick<Row, 'type' | 'id'>): string | undefined {
  const base = store.registry.typeOf(type)?.base
  return base === undefined ? undefined : `/cms/v2/${base}/${id}`
}

/** The REST route of a term. */
export function termPathOf(
  store: Store,
  { taxonomy, id }: Pick<Term, 'taxonomy' | 'id'>,
): string | undefined {
  const base = store.registry.taxonomyOf(taxonomy)?.base
  return base === undefined ? undefined : `/cms/v2/${base}/${id}`
}

/** For URLs relative to the site. */
export const noSite: Site = { home: '', root: '' }

/** The URL by id, which never changes: `?p=`, `?page_id=`, `?post_type=product&p=`. */
export function shortLinkOf(row: Row, site: Site): string {
  if (!isBuiltIn(row.type)) return `${site.home}/?post_type=${row.type}&p=${row.id}`
  const key = row.type === 'page' ? 'page_id' : row.type === 'attachment' ? 'attachment_id' : 'p'
  return `${site.home}/?${key}=${row.id}`
}

/** The URL at the time of creation. It never changes. */
export function guidOf(row: Row, site: Site): string {
  return row.guid === '' ? shortLinkOf(row, site) : site.home + row.guid
}

/** The public URL of a row, below its parents. Unpublished rows have only the short URL. */
export function linkOf(store: Store, row: Row, site: Site): string {
  if (unpublished.has(row.status)) return shortLinkOf(row, site)
  if (row.type === 'post') return `${site.home}/${row.slug}/`
  if (row.type === 'attachment' && row.parent > 0) {
    const parent = store.get(row.parent)
    const above = parent === undefined ? undefined : linkOf(store, parent, site)
    if (above === undefined || above.includes('?')) return shortLinkOf(row, site)
    return `${above}${/^\d+$/.test(row.slug) ? 'attachment/' : ''}${row.slug}/`
  }
  return `${site.home}/${folderOf(store, row)}${pathOf(store, row)}/`
}

/** The first part of the URLs of a registered type and of its attachments: `product/`. Others have none. */
function folderOf(store: Store, row: Row): string {
  if (!isBuiltIn(row.type)) return `${row.type}/`
  const parent = row.type === 'attachment' && row.parent > 0 ? store.get(row.parent) : undefined
  return parent === undefined ? '' : folderOf(store, parent)
}

/** The URL of a row after publication, with a placeholder for its slug. */
export function linkTemplateOf(store: Store, row: Row, site: Site): string {
  if (row.type === 'page' || !isBuiltIn(row.type)) {
    const parent = row.parent === 0 ? undefined : store.get(row.parent)
    const above = parent === undefined ? '' : decodeSlug(pathOf(store, parent))
    return `${site.home}/${folderOf(store, row)}${above === '' ? '' : `${above}/`}%pagename%/`
  }
  const parent = row.type === 'attachment' && row.parent > 0 ? store.get(row.parent) : undefined
  const above = parent === undefined ? undefined : linkOf(store, parent, site)
  if (above?.endsWith('/') === true) return `${above}%postname%/`
  return row.type === 'attachment' || row.status === 'trash'
    ? shortLinkOf(row, site)
    : `${site.home}/%postname%/`
}

/**
 * The slugs of a page and its ancestors: `root/german/product`. Ancestors without a slug, which are drafts, are left
 * out.
 */
export function pathOf(store: Store, row: Row): string {
  const path = [row.slug]
  for (let above = row.parent; above !== 0 && path.length < 20;) {
    const parent = store.get(above)
    if (parent === undefined) break
    path.unshift(parent.slug)
    above = parent.parent
  }
  return path.filter((slug) => slug !== '').join('/')
}

/** The row at a public path, if any. */
export function findByPath(store: Store, path: string): Row | undefined {
  const slug = path.split('/').at(-1) ?? ''
  for (const id of store.idsWithSlug(slug)) {
    const row = store.get(id)
    if (row === undefined || row.type === 'revision' || row.type === 'nav_menu_item') continue
    const own = row.type === 'post' ? row.slug : folderOf(store, row) + pathOf(store, row)
    if (own === path) return row
  }
  return undefined
}

/** The URL of a term's archive. Only the path of a category contains its ancestors. */
export function termLink(store: Store, site: Site, term: Term): string {
  const { taxonomy, slug } = term
  const isAdded = store.registry.addedTaxonomies.some(({ name }) => name === taxonomy)
  if (isAdded) return `${site.home}/${taxonomy}/${slug}/`
  const path = [slug]
  for (let above = term.parent; above !== 0;) {
    const parent = store.terms.get(above)
    path.unshift(parent?.slug ?? '')
    above = parent?.parent ?? 0
  }
  return `${site.home}/${taxonomy === 'category' ? 'category' : 'tag'}/${path.join('/')}/`
}
