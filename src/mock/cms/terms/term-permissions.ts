import { mayRead as mayReadRow, pageRights, postRights } from '../posts/rights.ts'
import { RestError, refuse } from '../rest/error.ts'
import { isEmpty } from '../rest/php.ts'
import { type RestRequest, contextOf, intParam, param } from '../rest/request.ts'
import type { Term } from '../store/rows.ts'
import type { Store } from '../store/store.ts'
import type { TaxonomyFacts } from '../types/facts.ts'
import { termRightsOf } from '../types/term-rights.ts'
import { can } from '../users/users.ts'

type Allowed = true | RestError

/** The term of a request, or a 404 if it is not in the taxonomy. */
export function findTerm(store: Store, { name }: TaxonomyFacts, request: RestRequest): Term | RestError {
  const term = store.terms.get(intParam(request, 'id'))
  return term?.taxonomy === name ? term : new RestError('rest_term_invalid', 'Term does not exist.', 404)
}

/** Only callers who may read a row may list its terms. */
export function mayList(store: Store, taxonomy: TaxonomyFacts, request: RestRequest): Allowed {
  const refused = refuseRow(store, taxonomy, request)
  return (
    refused ?? maySee(store, taxonomy, request, 'Sorry, you are not allowed to edit terms in this taxonomy.')
  )
}

export function mayRead(store: Store, taxonomy: TaxonomyFacts, request: RestRequest): Allowed {
  const term = findTerm(store, taxonomy, request)
  if (term instanceof RestError) return term
  return maySee(store, taxonomy, request, 'Sorry, you are not allowed to edit this term.')
}

export function mayCreate(store: Store, { name }: TaxonomyFacts, { user }: RestRequest): Allowed {
  return (
    can(user, termRightsOf(store, name).create) ||
    refuse(user, 'rest_cannot_create', 'Sorry, you are not allowed to create terms in this taxonomy.')
  )
}

export function mayUpdate(store: Store, taxonomy: TaxonomyFacts, request: RestRequest): Allowed {
  return mayChange(store, taxonomy, request, {
    code: 'rest_cannot_update',
    message: 'Sorry, you are not allowed to edit this term.',
  })
}

export function mayDelete(store: Store, taxonomy: TaxonomyFacts, request: RestRequest): Allowed {
  return mayChange(store, taxonomy, request, {
    code: 'rest_cannot_delete',
    message: 'Sorry, you are not allowed to delete this term.',
  })
}

function mayChange(
  store: Store,
  taxonomy: TaxonomyFacts,
  request: RestRequest,
  { code, message }: { code: string; message: string },
): Allowed {
  const { user } = request
  const term = findTerm(store, taxonomy, request)
  if (term instanceof RestError) return term
  return can(user, termRightsOf(store, taxonomy.name).edit) || refuse(user, code, message)
}

/** The refusal of a list that is limited to a row; undefined if it is allowed or not limited. */
function refuseRow(store: Store, { types }: TaxonomyFacts, request: RestRequest): RestError | undefined {
  if (isEmpty(param(request, 'post'))) return undefined
  const row = store.get(intParam(request, 'post'))
  if (row === undefined) return new RestError('rest_post_invalid_id', 'Invalid post ID.', 400)
  const rights = row.type === 'page' ? pageRights : postRights
  if (types.includes(row.type) && mayReadRow(request.user, rights, row, store)) return undefined
  return refuse(
    request.user,
    'rest_forbidden_context',
    'Sorry, you are not allowed to view terms for this post.',
  )
}

/** Context `edit` requires the right to edit terms. Menus require the right to edit posts. */
function maySee(store: Store, { name }: TaxonomyFacts, request: RestRequest, refusal: string): Allowed {
  const { user } = request
  if (contextOf(request) === 'edit' && !can(user, termRightsOf(store, name).edit))
    return refuse(user, 'rest_forbidden_context', refusal)
  if (name !== 'nav_menu' || can(user, 'edit_posts')) return true
  return refuse(user, 'rest_cannot_view', 'Sorry, you are not allowed to view menus.')
}
