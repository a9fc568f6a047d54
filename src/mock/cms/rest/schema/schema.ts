import type { RestRequest } from '../request.ts'

export type TypeName = 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'object' | 'null'
export type Format = 'date-time' | 'email' | 'ip' | 'uri' | 'uuid' | 'text-field' | 'textarea-field'

/**
 * The part of JSON Schema that WordPress supports. `required` is a flag of a property, or an object's list of names.
 */
export type Schema = {
  readonly title?: string
  readonly description?: string
  readonly type?: TypeName | readonly TypeName[]
  readonly enum?: readonly (string | number | boolean)[]
  readonly format?: Format
  readonly default?: unknown
  readonly required?: boolean | readonly string[]
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly additionalProperties?: boolean | Schema
  readonly oneOf?: readonly Schema[]
  readonly anyOf?: readonly Schema[]
  readonly minimum?: number
  readonly maximum?: number
  readonly exclusiveMinimum?: boolean
  readonly exclusiveMaximum?: boolean
  readonly minItems?: number
  readonly maxItems?: number
  readonly uniqueItems?: boolean
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
  /** The contexts whose responses contain this field. */
  readonly contexts?: readonly string[]
}

/** The error of one value. `data` is null if WordPress adds no data. An empty `code` omits the details. */
export type Fault = {
  readonly code: string
  readonly message: string
  readonly data: Record<string, unknown> | null
}

/**
 * An argument of a route. `early` arguments are validated together before all others, `plain` ones never. `check` and
 * `clean` replace the schema's own validation and conversion.
 */
export type Arg = Schema & {
  readonly early?: boolean
  readonly plain?: boolean
  readonly check?: (value: unknown, request: RestRequest, name: string) => Fault | undefined
  readonly clean?: (value: unknown, request: RestRequest, name: string) => unknown
}

export type Args = Readonly<Record<string, Arg>>

/** The return value of `clean` for an invalid value. */
export class FaultBox {
  readonly fault: Fault
  constructor(refused: Fault) {
    this.fault = refused
  }
}

export function fault(code: string, message: string, data: Record<string, unknown> | null = null): Fault {
  return { code, message, data }
}

const ours = new Set(['early', 'plain', 'check', 'clean', 'contexts'])

/** An argument as the index shows it. */
export function toWireArg(arg: Arg): Record<string, unknown> {
  const wire: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(arg)) if (!ours.has(key)) wire[key] = value
  return withPhpList({ ...wire, required: arg.required === true })
}

/** PHP encodes an empty map of properties as a list. */
export function withPhpList(schema: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { properties } = schema
  const isBlank =
    typeof properties === 'object' && properties !== null && Object.keys(properties).length === 0
  return isBlank ? { ...schema, properties: [] } : { ...schema }
}
