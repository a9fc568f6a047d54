import { pagingHeaders } from '../rest/paging.ts'
import { isEmpty } from '../rest/php.ts'
import { type RestRequest, intParam, listParam, param, textParam } from '../rest/request.ts'
import type { Answer } from '../rest/route.ts'
import { ok } from '../rest/route.ts'
import { type Term, terms } from '../store/seed.ts'
import type { Store } from '../store/store.ts'
import { countOf, showTerm } from './show-term.ts'

const namespace = 'cms/v2'

/** The taxonomy of a list, and the name of its routes. */
export type Taxonomy = { readonly name: string; readonly base: string }

/** One page of the terms of a taxonomy that match the filters. */
export function listTerms(store: Store, taxonomy: Taxonomy, request: RestRequest): Answer {
  const found = terms.filter((term) => term.taxonomy === taxonomy.name && fits(store, term, request))
  found.sort(orderOf(store, request))
  const perPage = intParam(request, 'per_page')
  const wished = param(request, 'offset')
  // A string if the taxonomy does not declare this parameter.
  const isWished = typeof wished === 'number' && wished !== 0
  const offset = isWished ? wished : (intParam(request, 'page') - 1) * perPage
  const start = Math.abs(offset)
  const headers = pagingHeaders(request, `/${namespace}/${taxonomy.base}`, {
    total: found.length,
    // The links refer to the page that contains the offset, whatever its sign.
    page: Math.ceil(offset / perPage) + 1,
    pages: Math.ceil(found.length / perPage),
  })
  const items = found
    .slice(start, start + perPage)
    .map((term) => showTerm(store, taxonomy.base, term, request))
  return ok(items, { headers })
}

function fits(store: Store, term: Term, request: RestRequest): boolean {
  const include = listParam(request, 'include').map(Number)
  const slugs = listParam(request, 'slug')
  const search = textParam(request, 'search').toLowerCase()
  const parent = param(request, 'parent')
  const post = param(request, 'post')
  return (
    !listParam(request, 'exclude').map(Number).includes(term.id) &&
    (include.length === 0 || include.includes(term.id)) &&
    (slugs.length === 0 || slugs.includes(term.slug)) &&
    (term.name.toLowerCase().includes(search) || term.slug.includes(search)) &&
    (parent === null || parent === term.parent) &&
    (isEmpty(post) || store.get(Number(post))?.terms[term.taxonomy]?.includes(term.id) === true) &&
    (param(request, 'hide_empty') !== true || isUsed(store, term))
  )
}

/** A term with a used descendant counts as used. */
function isUsed(store: Store, term: Term): boolean {
  return (
    countOf(store, term) > 0 ||
    terms.some(({ parent, ...own }) => parent === term.id && isUsed(store, { ...own, parent }))
  )
}

/** The comparison of each `orderby` value. Equal terms keep the order of their ids in both directions. */
function orderOf(store: Store, request: RestRequest): (left: Term, right: Term) => number {
  const include = listParam(request, 'include').map(Number)
  const slugs = listParam(request, 'slug')
  const keys: Readonly<Record<string, (term: Term) => string | number>> = {
    id: ({ id }) => id,
    name: ({ name }) => name.toLowerCase(),
    slug: ({ slug }) => slug,
    count: (term) => countOf(store, term),
    description: () => '',
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
