import { RestError } from '../rest/error.ts'
import { isScalar, toText } from '../rest/php.ts'
import { type RestRequest, param } from '../rest/request.ts'
import { fault } from '../rest/schema/schema.ts'

/** The refusal of one parameter whose fault shows only beyond its schema. */
export function invalidParam(name: string, message: string, code = 'rest_invalid_param'): RestError {
  return new RestError('rest_invalid_param', `Invalid parameter(s): ${name}`, 400, {
    data: { params: { [name]: message }, details: { [name]: fault(code, message) } },
  })
}

/** The text of a parameter without a declared type; lists and maps are refused. */
export function looseText(request: RestRequest, name: string): string {
  const value = param(request, name)
  if (value !== null && !isScalar(value))
    throw invalidParam(name, `${name} is not of type string.`, 'rest_invalid_type')
  return toText(value).trim()
}

/** All members that were sent, for routes whose members are not declared; the engine's own `_…` are not among them. */
export function sentMembers(request: RestRequest): Record<string, unknown> {
  const own = request.sources.toReversed().flatMap((source) => Object.entries(source))
  return Object.fromEntries(own.filter(([name]) => !name.startsWith('_') && name !== 'rest_route'))
}
