import type { RestError } from './error.ts'
import type { RestRequest } from './request.ts'
import type { Match } from './route.ts'
import { checkParams } from './schema/check-params.ts'

/** Binds path parameters and defaults to a request and checks its parameters. */
export function prepare(request: RestRequest, match: Match): RestError | undefined {
  // Also a refused request tells which methods its caller may use, and that takes the parameters of the path.
  request.sources.push(match.url, match.defaults)
  return request.invalidBody ?? checkParams(request, match.endpoint.args)
}
