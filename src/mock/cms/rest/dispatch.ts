import { RestError, criticalError, noRoute, toErrorBody } from './error.ts'
import { pickFields, wantedFields } from './fields.ts'
import { isEmpty } from './php.ts'
import { prepare } from './prepare.ts'
import type { RestRequest } from './request.ts'
import {
  type Match,
  type RestResponse,
  type Router,
  allowedMethods,
  isRefusal,
  ok,
  toRefusal,
} from './route.ts'
import { withTargetHints } from './target-hints.ts'

/**
 * Runs a request: matches the route, checks parameters and rights, calls the handler, then applies `_fields` and
 * `Allow`.
 */
export async function dispatch(router: Router, request: RestRequest): Promise<RestResponse> {
  const match = router.match(request.method, request.path)
  if (match === undefined) return toResponse(noRoute())
  try {
    return finish(router, request, match, await runMatch(request, match, prepare(request, match)))
  } catch (error) {
    // WordPress sends no `Allow` header after a crash.
    if (error instanceof RestError) return toResponse(error)
    throw error
  }
}

export async function runMatch(
  request: RestRequest,
  match: Match,
  invalid: RestError | undefined,
): Promise<RestResponse | RestError> {
  if (invalid !== undefined) return invalid
  const may = match.endpoint.may(request)
  if (isRefusal(may)) return toRefusal(may, request)
  const crashes = request.scalarBody && match.endpoint.methods.every((method) => method !== 'GET')
  // A DELETE crashes before it deletes, any other write after it has written.
  if (crashes && request.method === 'DELETE') throw criticalError()
  const answer = await run(request, match)
  if (crashes && !(answer instanceof RestError)) throw criticalError()
  return answer
}

async function run(request: RestRequest, match: Match): Promise<RestResponse | RestError> {
  try {
    return await match.endpoint.run(request)
  } catch (error) {
    if (error instanceof RestError) return error
    throw error
  }
}

/** Applies `_fields`, and adds the methods that the caller may use to the response and to each item. */
export function finish(
  router: Router,
  request: RestRequest,
  match: Match,
  answer: RestResponse | RestError,
): RestResponse {
  const response = withTargetHints(router, request, toResponse(answer))
  const allow = allowedMethods(match.route, request)
  const headers = allow === '' ? response.headers : { ...response.headers, Allow: allow }
  const fields = wantedFields(request)
  const failed = response.status >= 400
  if (fields === undefined || failed) return { ...response, headers }
  if (isEmpty(response.data)) return { ...response, headers, data: [] }
  return { ...response, headers, data: pickFields(response.data, fields) }
}

export function toResponse(answer: RestResponse | RestError): RestResponse {
  return answer instanceof RestError ? ok(toErrorBody(answer), { status: answer.status }) : answer
}
