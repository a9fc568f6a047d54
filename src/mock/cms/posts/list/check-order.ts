import { RestError } from '../../rest/error.ts'
import { isEmpty } from '../../rest/php.ts'
import { type RestRequest, listParam, param, textParam } from '../../rest/request.ts'

/** Rejects an `orderby` whose required parameter is missing: `search` for `relevance`, `include` for `include`. */
export function checkOrder(request: RestRequest): RestError | undefined {
  const orderby = textParam(request, 'orderby')
  if (orderby === 'relevance' && isEmpty(param(request, 'search')))
    return new RestError(
      'rest_no_search_term_defined',
      'You need to define a search term to order by relevance.',
      400,
    )
  if (orderby === 'include' && listParam(request, 'include').length === 0)
    return new RestError(
      'rest_orderby_include_missing_include',
      'You need to define an include parameter to order by include.',
      400,
    )
  return undefined
}
