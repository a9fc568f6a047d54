import { mayWriteFreely } from '../oddities/filtered-html.ts'
import type { Link, Links } from '../rest/route.ts'
import type { Feature } from '../../contracts/site-types/site-types.ts'
import { termRightsOf } from '../types/term-rights.ts'
import { can } from '../users/users.ts'
import type { Row } from '../store/rows.ts'
import type { Kind, View } from './kind.ts'
import { restPathOf } from './link.ts'
import { mayRead, mediaRights } from './rights.ts'

const namespace = '/cms/v2'

/** The prefix of WordPress's own link relations. */
const curies: readonly Link[] = [{ name: 'cms', href: 'https://api.w.org/{rel}', templated: true }]

/** The links of all post types: self, collection, about, and in context `edit` the caller's actions. */
export function baseLinks(kind: Kind, view: View): Links {
  const { row, site } = view
  const items = `${site.root}${namespace}/${kind.base}`
  return {
    self: [{ href: `${items}/${row.id}` }],
    collection: [{ href: items }],
    about: [{ href: `${site.root}${namespace}/types/${row.type}` }],
  }
}

/** The additional links of posts and pages: author, replies, revisions, parent, featured media, attachments. */
export function contentLinks(kind: Kind, view: View): Links {
  const { row, site, store } = view
  const root = `${site.root}${namespace}`
  const self = `${root}/${kind.base}/${row.id}`
  const links: Links = { ...baseLinks(kind, view) }
  const has = (feature: Feature): boolean => store.registry.supports(row.type, feature)
  if (row.author > 0 && has('author'))
    links['author'] = [{ embeddable: true, href: `${root}/users/${row.author}` }]
  if (has('comments')) links['replies'] = [{ embeddable: true, href: `${root}/comments?post=${row.id}` }]
  if (has('revisions')) {
    const revisions = store.revisionsOf(row.id)
    const latest = newestOf(revisions)
    links['version-history'] = [{ count: revisions.length, href: `${self}/revisions` }]
    if (latest !== undefined)
      links['predecessor-version'] = [{ id: latest.id, href: `${self}/revisions/${latest.id}` }]
  }
  const above = row.parent > 0 ? store.get(row.parent) : undefined
  const address = site.root + (above === undefined ? '' : (restPathOf(store, above) ?? ''))
  if (above !== undefined && store.registry.typeOf(row.type)?.hierarchical === true)
    links['up'] = [{ embeddable: true, href: address }]
  if (mayReadFeatured(view))
    links['cms:featuredmedia'] = [{ embeddable: true, href: `${root}/media/${row.featured}` }]
  if (row.type !== 'attachment') links['cms:attachment'] = [{ href: `${root}/media?parent=${row.id}` }]
  else if (above !== undefined)
    links['cms:attached-to'] = [{ embeddable: true, post_type: above.type, id: above.id, href: address }]
  return links
}

/** WordPress omits the link to a featured image that the caller may not read. */
function mayReadFeatured({ row, store, user }: View): boolean {
  const picture = row.featured > 0 ? store.get(row.featured) : undefined
  return picture !== undefined && mayRead(user, mediaRights, picture, store)
}

/** The latest by date, then by id. Updating an autosave makes it the latest. */
function newestOf(revisions: readonly Row[]): Row | undefined {
  return revisions.reduce<Row | undefined>(
    (newest, row) => (newest === undefined || row.date >= newest.date ? row : newest),
    undefined,
  )
}

/** Links to the lists of the row's terms. */
export function termLinks(kind: Kind, view: View): Links {
  const { row, site } = view
  const taxonomies = Object.entries(kind.taxonomies)
  if (taxonomies.length === 0) return {}
  return {
    'cms:term': taxonomies.map(([taxonomy, base]) => ({
      taxonomy,
      embeddable: true,
      href: `${site.root}${namespace}/${base}?post=${row.id}`,
    })),
  }
}

/** In context `edit`, one link to the row for each action that this caller may perform. */
export function actionLinks(kind: Kind, view: View): Links {
  if (view.context !== 'edit') return {}
  const { user, row, site, store } = view
  const { rights } = kind
  const allowed: readonly (readonly [string, boolean])[] = [
    ['publish', row.type !== 'attachment' && can(user, rights.publish)],
    ['unfiltered-html', mayWriteFreely(view)],
    ['sticky', row.type === 'post' && can(user, rights.editOthers) && can(user, rights.publish)],
    ['assign-author', store.registry.supports(row.type, 'author') && can(user, rights.editOthers)],
    ...Object.entries(kind.taxonomies).flatMap(([taxonomy, base]): [string, boolean][] => {
      const { create, assign } = termRightsOf(store, taxonomy)
      return [
        [`create-${base}`, can(user, create)],
        [`assign-${base}`, can(user, assign)],
      ]
    }),
  ]
  const self = { href: `${site.root}${namespace}/${kind.base}/${row.id}` }
  return Object.fromEntries(allowed.filter(([, may]) => may).map(([name]) => [`cms:action-${name}`, [self]]))
}

/** Adds `curies`, which explain the shortened relations, if a link has one. */
export function withCuries(links: Links): Links {
  return Object.keys(links).some((relation) => relation.startsWith('cms:')) ? { ...links, curies } : links
}
