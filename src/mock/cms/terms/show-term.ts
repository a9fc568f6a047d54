import { termLink } from '../posts/link.ts'
import { withCuries } from '../posts/links.ts'
import { wantedFields, wants, wantsLinks } from '../rest/fields.ts'
import { type RestRequest, contextOf } from '../rest/request.ts'
import type { Links } from '../rest/route.ts'
import type { Term } from '../store/seed.ts'
import type { Store } from '../store/store.ts'

const namespace = 'cms/v2'

/** A term as the REST interface shows it. Menus have no archive and no count. */
export function showTerm(
  store: Store,
  base: string,
  term: Term,
  request: RestRequest,
): Record<string, unknown> {
  const { id, name, slug, parent } = term
  const whole = contextOf(request) !== 'embed'
  const fields = wantedFields(request)
  const members: Record<string, unknown> = {
    id,
    ...(whole && base !== 'menus' ? { count: countOf(store, term) } : {}),
    ...(whole ? { description: '' } : {}),
    ...(base === 'menus' ? {} : { link: termLink(request.site, term) }),
    name,
    slug,
    ...(base === 'menus' ? {} : { taxonomy: term.taxonomy }),
    ...(whole ? { ...(base === 'categories' ? { parent } : {}), meta: [] } : {}),
    ...(whole && base === 'menus' ? { locations: [], auto_add: false } : {}),
    ...(wantsLinks(fields) ? { _links: linksOf(term, base, request) } : {}),
  }
  return Object.fromEntries(Object.entries(members).filter(([key]) => key === '_links' || wants(fields, key)))
}

/** How many published rows have a term. */
export function countOf(store: Store, term: Term): number {
  const rows = store.ofType(term.taxonomy === 'nav_menu' ? 'nav_menu_item' : 'post').values()
  return [...rows].filter(
    (row) => row.status === 'publish' && row.terms[term.taxonomy]?.includes(term.id) === true,
  ).length
}

export function linksOf({ id, taxonomy: name, parent }: Term, base: string, { site }: RestRequest): Links {
  const root = `${site.root}/${namespace}`
  return withCuries({
    self: [{ href: `${root}/${base}/${id}` }],
    collection: [{ href: `${root}/${base}` }],
    about: [{ href: `${root}/taxonomies/${name}` }],
    ...(parent === 0 ? {} : { up: [{ embeddable: true, href: `${root}/${base}/${parent}` }] }),
    'cms:post_type': [{ href: `${root}/${base === 'menus' ? 'menu-items' : 'posts'}?${base}=${id}` }],
  })
}
