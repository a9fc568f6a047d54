import { RestError } from '../rest/error.ts'
import { isScalar, toText } from '../rest/php.ts'
import { type RestRequest, param } from '../rest/request.ts'
import { fault } from '../rest/schema/schema.ts'

/** The error for one parameter that passes its schema and is still invalid. */
export function invalidParam(name: string, message: string, code = 'rest_invalid_param'): RestError {
  return new RestError('rest_invalid_param', `Invalid parameter(s): ${name}`, 400, {
    data: { params: { [name]: message }, details: { [name]: fault(code, message) } },
  })
}

/** The string value of a parameter without a declared type. Lists and maps are rejected. */
export function looseText(request: RestRequest, name: string): string {
  const value = param(request, name)
  if (value !== null && !isScalar(value))
    throw invalidParam(name, `${name} is not of type string.`, 'rest_invalid_type')
  return toText(value).trim()
}

/** All parameters of the request, for routes that accept arbitrary ones. The reserved `_…` parameters are left out. */
export function sentMembers(request: RestRequest): Record<string, unknown> {
  const own = request.sources.toReversed().flatMap((source) => Object.entries(source))
  return Object.fromEntries(own.filter(([name]) => !name.startsWith('_') && name !== 'rest_route'))
}
