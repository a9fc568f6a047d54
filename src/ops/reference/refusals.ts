import type { ApiRoute } from '../http/api-route.ts'
import type { ErrorCode } from '../http/error-codes.ts'

/** The codes of a route's error responses by status, those of all routes included. */
export function refusalsOf(route: ApiRoute): Map<number, ErrorCode[]> {
  const { method, params, query, body, form, config, errors = {} } = route
  const isOpen = config?.open === true
  const acts = method === 'POST'
  const takesInput = [params, query, body, form].some((fields) => fields !== undefined)
  const common: [number, ErrorCode, boolean][] = [
    [400, 'invalid_input', takesInput],
    [400, 'bad_request', acts],
    [401, 'login_required', !isOpen],
    [403, 'foreign_host', true],
    [403, 'cross_site', acts],
    [403, 'read_only', acts],
    [413, 'bad_request', acts],
    [415, 'bad_request', acts],
    [429, 'too_many_logins', !isOpen],
    [500, 'failed', true],
    [500, 'internal', true],
    [503, 'unavailable', true],
    [503, 'mirror_not_started', true],
  ]
  const codes = new Map<number, ErrorCode[]>()
  const add = (status: number, code: ErrorCode) => codes.set(status, [...(codes.get(status) ?? []), code])
  for (const [status, code, applies] of common) if (applies) add(status, code)
  for (const [status, own] of Object.entries(errors)) for (const code of own) add(Number(status), code)
  return codes
}
