import type { Context } from '../posts/kind.ts'
import { termLink } from '../posts/link.ts'
import { withCuries } from '../posts/links.ts'
import { wantedFields, wants, wantsLinks } from '../rest/fields.ts'
import type { RestRequest } from '../rest/request.ts'
import { type Links, type RestResponse, ok } from '../rest/route.ts'
import type { Term } from '../store/rows.ts'
import type { Store } from '../store/store.ts'
import type { TaxonomyFacts } from '../types/facts.ts'

const namespace = 'cms/v2'

/** Term id → number of published rows with this term. */
export type Counts = ReadonlyMap<number, number>

/** A term, the context in which it is shown, and the counts of its taxonomy if they are known. */
export type ShownTerm = { readonly term: Term; readonly context: Context; readonly counts?: Counts }

/** A term as the REST interface shows it, without its links. Menus have no archive and no count. */
export function showTerm(
  store: Store,
  taxonomy: TaxonomyFacts,
  request: RestRequest,
  { term, context, counts }: ShownTerm,
): Record<string, unknown> {
  const { id, name, slug, parent, description } = term
  const isMenu = taxonomy.name === 'nav_menu'
  const whole = context !== 'embed'
  const fields = wantedFields(request)
  const count = (): number => (counts ?? countsOf(store, taxonomy)).get(id) ?? 0
  const members: Record<string, unknown> = {
    id,
    ...(whole && !isMenu && wants(fields, 'count') ? { count: count() } : {}),
    ...(whole ? { description } : {}),
    ...(isMenu ? {} : { link: termLink(store, request.site, term) }),
    name,
    slug,
    ...(isMenu ? {} : { taxonomy: term.taxonomy }),
    ...(whole ? { ...(taxonomy.hierarchical ? { parent } : {}), meta: [] } : {}),
    ...(whole && isMenu ? { locations: [], auto_add: false } : {}),
  }
  return Object.fromEntries(Object.entries(members).filter(([key]) => wants(fields, key)))
}

/** The response with one term. */
export function answerWith(
  store: Store,
  taxonomy: TaxonomyFacts,
  request: RestRequest,
  shown: ShownTerm,
): RestResponse {
  const links = linksOf(store, taxonomy, request, shown.term)
  return ok(showTerm(store, taxonomy, request, shown), links === undefined ? {} : { links })
}

export function countsOf(store: Store, { name, types }: TaxonomyFacts): Counts {
  const counts = new Map<number, number>()
  for (const type of types) {
    for (const { status, terms } of store.ofType(type).values()) {
      if (status !== 'publish') continue
      for (const id of new Set(terms[name])) counts.set(id, (counts.get(id) ?? 0) + 1)
    }
  }
  return counts
}

/** The links of a term; undefined if `_fields` excludes them. */
export function linksOf(
  { registry }: Store,
  { name, base, types }: TaxonomyFacts,
  request: RestRequest,
  { id, parent }: Term,
): Links | undefined {
  if (!wantsLinks(wantedFields(request))) return undefined
  const root = `${request.site.root}/${namespace}`
  const rows = types.flatMap((type) => registry.typeOf(type) ?? [])
  return withCuries({
    self: [{ href: `${root}/${base}/${id}` }],
    collection: [{ href: `${root}/${base}` }],
    about: [{ href: `${root}/taxonomies/${name}` }],
    ...(parent === 0 ? {} : { up: [{ embeddable: true, href: `${root}/${base}/${parent}` }] }),
    ...(rows.length === 0
      ? {}
      : { 'cms:post_type': rows.map((type) => ({ href: `${root}/${type.base}?${base}=${id}` })) }),
  })
}
