import { pagingHeaders } from '../rest/paging.ts'
import { isEmpty } from '../rest/php.ts'
import { type RestRequest, contextOf, intParam, listParam, param, textParam } from '../rest/request.ts'
import type { Answer } from '../rest/route.ts'
import { ok } from '../rest/route.ts'
import type { Term } from '../store/rows.ts'
import type { Store } from '../store/store.ts'
import type { TaxonomyFacts } from '../types/facts.ts'
import { type Counts, countsOf, linksOf, showTerm } from './show-term.ts'

const namespace = 'cms/v2'

/** One page of the terms of a taxonomy that match the filters. */
export function listTerms(store: Store, taxonomy: TaxonomyFacts, request: RestRequest): Answer {
  const counts = countsOf(store, taxonomy)
  const terms = store.terms.of(taxonomy.name)
  // A filter by row makes `hide_empty` ineffective.
  const hides = param(request, 'hide_empty') === true && isEmpty(param(request, 'post'))
  const used = hides ? usedTerms(terms, counts) : undefined
  const { hierarchical } = taxonomy
  const found = terms
    .filter(({ id }) => used?.has(id) ?? true)
    .filter((term) => fits(store, term, request) && (!hierarchical || isBelow(term, request)))
  found.sort(orderOf(counts, request))
  const perPage = intParam(request, 'per_page')
  const wished = param(request, 'offset')
  // A string if the taxonomy does not declare this parameter.
  const isWished = typeof wished === 'number' && wished !== 0
  const offset = isWished ? wished : (intParam(request, 'page') - 1) * perPage
  const start = Math.abs(offset)
  // The list contains empty ancestors of used terms, its total does not.
  const total = hides ? found.filter(({ id }) => (counts.get(id) ?? 0) > 0).length : found.length
  const headers = pagingHeaders(request, `/${namespace}/${taxonomy.base}`, {
    total,
    // The links refer to the page that contains the offset, whatever its sign.
    page: Math.ceil(offset / perPage) + 1,
    pages: Math.ceil(total / perPage),
  })
  const context = contextOf(request)
  const items = found.slice(start, start + perPage).map((term) => {
    const links = linksOf(store, taxonomy, request, term)
    const item = showTerm(store, taxonomy, request, { term, context, counts })
    return links === undefined ? item : { ...item, _links: links }
  })
  return ok(items, { headers })
}

function fits(store: Store, term: Term, request: RestRequest): boolean {
  const include = listParam(request, 'include').map(Number)
  const slugs = listParam(request, 'slug')
  const wanted = textParam(request, 'search').toLowerCase()
  const search = isEmpty(wanted) ? '' : wanted
  const post = param(request, 'post')
  return (
    // Like WordPress, ignores `exclude` if there is an `include`.
    (include.length === 0
      ? !listParam(request, 'exclude').map(Number).includes(term.id)
      : include.includes(term.id)) &&
    (slugs.length === 0 || slugs.includes(term.slug)) &&
    (term.name.toLowerCase().includes(search) || term.slug.includes(search)) &&
    (isEmpty(post) || store.get(Number(post))?.terms[term.taxonomy]?.includes(term.id) === true)
  )
}

/** Flat taxonomies have no parameter `parent`. */
function isBelow(term: Term, request: RestRequest): boolean {
  const parent = param(request, 'parent')
  return parent === null || parent === term.parent
}

/** The terms with published rows, and their ancestors. */
function usedTerms(terms: readonly Term[], counts: Counts): ReadonlySet<number> {
  const parents = new Map(terms.map(({ id, parent }) => [id, parent]))
  const used = new Set<number>()
  for (const { id } of terms) {
    if ((counts.get(id) ?? 0) === 0) continue
    for (let above = id; above !== 0 && !used.has(above); above = parents.get(above) ?? 0) used.add(above)
  }
  return used
}

/** The comparison of each `orderby` value. Equal terms keep the order of their ids in both directions. */
function orderOf(counts: Counts, request: RestRequest): (left: Term, right: Term) => number {
  const include = listParam(request, 'include').map(Number)
  const slugs = listParam(request, 'slug')
  const keys: Readonly<Record<string, (term: Term) => string | number>> = {
    id: ({ id }) => id,
    name: ({ name }) => name.toLowerCase(),
    slug: ({ slug }) => slug,
    count: ({ id }) => counts.get(id) ?? 0,
    description: ({ description }) => description,
    term_group: () => 0,
    include: include.length === 0 ? ({ name }) => name : ({ id }) => include.indexOf(id),
    include_slugs: slugs.length === 0 ? ({ name }) => name : ({ slug }) => slugs.indexOf(slug),
  }
  const keyOf = keys[textParam(request, 'orderby')] ?? (({ name }: Term) => name)
  const direction = textParam(request, 'order') === 'desc' ? -1 : 1
  return (left, right) => {
    const [one, other] = [keyOf(left), keyOf(right)]
    return one === other ? left.id - right.id : (one < other ? -1 : 1) * direction
  }
}
