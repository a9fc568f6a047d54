import type { RestError } from './error.ts'
import type { RestRequest } from './request.ts'
import type { Match } from './route.ts'
import { checkParams } from './schema/check-params.ts'

/**
 * Adds the parameters of the path and the defaults. Rejected requests get them too, because `Allow` depends on them.
 */
export function bind(request: RestRequest, match: Match): void {
  request.sources.push(match.url, match.defaults)
}

/** Binds a request to its route and checks its parameters. */
export function prepare(request: RestRequest, match: Match): RestError | undefined {
  bind(request, match)
  return request.invalidBody ?? checkParams(request, match.endpoint.args)
}
