import { RestError } from '../rest/error.ts'
import { toInt, toText } from '../rest/php.ts'
import { type RestRequest, param } from '../rest/request.ts'
import { type Answer, ok } from '../rest/route.ts'
import type { Term } from '../store/rows.ts'
import type { Store } from '../store/store.ts'
import { filterInline } from '../text/kses.ts'
import type { TaxonomyFacts } from '../types/facts.ts'
import { changeTerm, insertTerm, type TermDraft } from './save-term.ts'
import { answerWith, showTerm } from './show-term.ts'
import { findTerm } from './term-permissions.ts'

export function createTerm(store: Store, taxonomy: TaxonomyFacts, request: RestRequest): Answer {
  const draft = draftOf(store, taxonomy, request)
  if (draft instanceof RestError) return draft
  const term = insertTerm(store, taxonomy, draft)
  // Like WordPress, determines the allowed methods in the context of the response.
  request.sources = [{ context: 'edit' }, ...request.sources]
  const headers = { Location: `${request.site.root}/cms/v2/${taxonomy.base}/${term.id}` }
  return { ...answerWith(store, taxonomy, request, { term, context: 'edit' }), status: 201, headers }
}

export function updateTerm(store: Store, taxonomy: TaxonomyFacts, request: RestRequest): Answer {
  const old = findTerm(store, taxonomy, request)
  if (old instanceof RestError) return old
  const draft = draftOf(store, taxonomy, request)
  if (draft instanceof RestError) return draft
  return answerWith(store, taxonomy, request, { term: changeTerm(store, old, draft), context: 'edit' })
}

/** The changes of a write request, as WordPress stores them. */
function draftOf(store: Store, taxonomy: TaxonomyFacts, request: RestRequest): TermDraft | RestError {
  const [name, slug, description, parent] = ['name', 'slug', 'description', 'parent'].map((key) =>
    param(request, key),
  )
  const wrong = parent === null ? undefined : refuseParent(store, taxonomy, toInt(parent))
  if (wrong !== undefined) return wrong
  return {
    ...(name === null ? {} : { name: filterInline(toText(name)) }),
    ...(slug === null ? {} : { slug: toText(slug) }),
    ...(description === null ? {} : { description: filterInline(toText(description)) }),
    ...(parent === null ? {} : { parent: toInt(parent) }),
  }
}

function refuseParent(store: Store, taxonomy: TaxonomyFacts, parent: number): RestError | undefined {
  if (!taxonomy.hierarchical)
    return new RestError(
      'rest_taxonomy_not_hierarchical',
      'Cannot set parent term, taxonomy is not hierarchical.',
      400,
    )
  return parent === 0 || store.terms.has(taxonomy.name, parent)
    ? undefined
    : new RestError('rest_term_invalid', 'Parent term does not exist.', 400)
}

/** Terms have no trash. Children move up one level, and rows and menus lose the term. */
export function deleteTerm(store: Store, taxonomy: TaxonomyFacts, request: RestRequest): Answer {
  const term = findTerm(store, taxonomy, request)
  if (term instanceof RestError) return term
  if (param(request, 'force') !== true)
    return new RestError(
      'rest_trash_not_supported',
      "Terms do not support trashing. Set 'force=true' to delete.",
      501,
    )
  const previous = showTerm(store, taxonomy, request, { term, context: 'view' })
  const { id, parent } = term
  for (const child of store.terms.of(taxonomy.name))
    if (child.parent === id) store.terms.put({ ...child, parent })
  for (const type of taxonomy.types) removeFromRows(store, type, term)
  for (const item of store.ofType('nav_menu_item').values()) {
    if (item.menu?.type === 'taxonomy' && item.menu.objectId === id) store.remove(item)
  }
  store.terms.remove(id)
  return ok({ deleted: true, previous })
}

function removeFromRows(store: Store, type: string, { id, taxonomy }: Term): void {
  for (const row of store.ofType(type).values()) {
    const own = row.terms[taxonomy] ?? []
    if (own.includes(id))
      store.put({ ...row, terms: { ...row.terms, [taxonomy]: own.filter((one) => one !== id) } })
  }
}
