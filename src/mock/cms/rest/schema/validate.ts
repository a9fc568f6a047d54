import { parseWireDate } from '../../store/dates.ts'
import { castScalar } from './cast.ts'
import { findMatch } from './combine.ts'
import { inWords, isEmpty, isMap, isNumeric, isScalar, isWhole, toList } from '../php.ts'
import { type Fault, type Format, type Schema, type TypeName, fault } from './schema.ts'

/** The error of a value with WordPress's message; undefined if it is valid. See `rest_validate_value_from_schema`. */
export function validateValue(value: unknown, schema: Schema, name: string): Fault | undefined {
  const choices = schema.oneOf ?? schema.anyOf
  if (choices !== undefined) {
    const match = findMatch(value, schema, name, validateValue)
    if ('fault' in match) return match.fault
  }
  const type = typeof schema.type === 'object' ? bestType(value, schema.type) : schema.type
  if (typeof schema.type === 'object' && type === undefined) return wrongType(name, schema.type.join(','))
  const wrong = type === undefined ? undefined : checkers[type](value, schema, name)
  return wrong ?? checkEnum(value, schema, type, name) ?? checkFormat(value, schema, type, name)
}

/** The first allowed type that a value matches. */
export function bestType(value: unknown, types: readonly TypeName[]): TypeName | undefined {
  if (value === '' && types.includes('string')) return 'string'
  return types.find((type) => fits[type](value))
}

const fits: Record<TypeName, (value: unknown) => boolean> = {
  // PHP decodes `{}` and `[]` to the same value.
  array: (value) => Array.isArray(value) || isScalar(value) || (isMap(value) && isEmpty(value)),
  object: (value) => value === '' || (typeof value === 'object' && value !== null),
  integer: isWhole,
  number: isNumeric,
  boolean: isBoolean,
  string: (value) => typeof value === 'string',
  null: (value) => value === null,
}

function isBoolean(value: unknown): boolean {
  if (typeof value === 'string') return ['true', 'false', '0', '1'].includes(value.toLowerCase())
  return typeof value === 'boolean' || value === 0 || value === 1
}

function wrongType(name: string, type: string): Fault {
  return fault('rest_invalid_type', `${name} is not of type ${type}.`, { param: name })
}

const checkers: Record<TypeName, (value: unknown, schema: Schema, name: string) => Fault | undefined> = {
  null: (value, _schema, name) => (value === null ? undefined : wrongType(name, 'null')),
  boolean: (value, _schema, name) => (isBoolean(value) ? undefined : wrongType(name, 'boolean')),
  number: (value, schema, name) =>
    isNumeric(value) ? checkBounds(Number(value), schema, name) : wrongType(name, 'number'),
  integer: checkInteger,
  string: checkText,
  array: checkList,
  object: checkObject,
}

function checkInteger(value: unknown, schema: Schema, name: string): Fault | undefined {
  if (!isNumeric(value)) return wrongType(name, 'integer')
  return checkBounds(Number(value), schema, name) ?? (isWhole(value) ? undefined : wrongType(name, 'integer'))
}

function checkBounds(value: number, schema: Schema, name: string): Fault | undefined {
  const { minimum, maximum, exclusiveMinimum: aboveMin, exclusiveMaximum: belowMax } = schema
  const low = minimum !== undefined && (aboveMin === true ? value <= minimum : value < minimum)
  const high = maximum !== undefined && (belowMax === true ? value >= maximum : value > maximum)
  if (!low && !high) return undefined
  const bounds =
    minimum !== undefined && maximum !== undefined
      ? `between ${minimum} (${side(aboveMin)}) and ${maximum} (${side(belowMax)})`
      : low
        ? `greater than${orEqual(aboveMin)} ${minimum}`
        : `less than${orEqual(belowMax)} ${maximum}`
  return fault('rest_out_of_bounds', `${name} must be ${bounds}`)
}

const side = (exclusive: boolean | undefined): string => (exclusive === true ? 'exclusive' : 'inclusive')
const orEqual = (exclusive: boolean | undefined): string => (exclusive === true ? '' : ' or equal to')
const charactersLong = (limit: number): string =>
  `${limit.toLocaleString('en-US')} character${limit === 1 ? '' : 's'} long.`
const items = (count: number): string => `${count} item${count === 1 ? '' : 's'}.`

function checkText(value: unknown, schema: Schema, name: string): Fault | undefined {
  if (typeof value !== 'string') return wrongType(name, 'string')
  const { minLength, maxLength, pattern } = schema
  if (minLength !== undefined && value.length < minLength)
    return fault('rest_too_short', `${name} must be at least ${charactersLong(minLength)}`)
  if (maxLength !== undefined && value.length > maxLength)
    return fault('rest_too_long', `${name} must be at most ${charactersLong(maxLength)}`)
  if (pattern !== undefined && !new RegExp(pattern, 'u').test(value))
    return fault('rest_invalid_pattern', `${name} does not match pattern ${pattern}.`)
  return undefined
}

function checkList(value: unknown, schema: Schema, name: string): Fault | undefined {
  if (!fits.array(value)) return wrongType(name, 'array')
  const list = toList(value)
  if (schema.items !== undefined) {
    for (const [index, item] of list.entries()) {
      const wrong = validateValue(item, schema.items, `${name}[${index}]`)
      if (wrong !== undefined) return wrong
    }
  }
  if (schema.minItems !== undefined && list.length < schema.minItems)
    return fault('rest_too_few_items', `${name} must contain at least ${items(schema.minItems)}`)
  if (schema.maxItems !== undefined && list.length > schema.maxItems)
    return fault('rest_too_many_items', `${name} must contain at most ${items(schema.maxItems)}`)
  if (schema.uniqueItems === true && new Set(list.map((item) => JSON.stringify(item))).size < list.length)
    return fault('rest_duplicate_items', `${name} has duplicate items.`)
  return undefined
}

function checkObject(value: unknown, schema: Schema, name: string): Fault | undefined {
  if (!fits.object(value)) return wrongType(name, 'object')
  // A list is a map with the keys 0, 1, 2 …
  const members: Record<string, unknown> = isMap(value)
    ? value
    : Array.isArray(value)
      ? Object.fromEntries(value.entries())
      : {}
  const properties = schema.properties ?? {}
  for (const key of requiredOf(schema)) {
    if (!Object.hasOwn(members, key))
      return fault('rest_property_required', `${key} is a required property of ${name}.`)
  }
  for (const [key, member] of Object.entries(members)) {
    const property = Object.hasOwn(properties, key) ? properties[key] : schema.additionalProperties
    if (property === false)
      return fault('rest_additional_properties_forbidden', `${key} is not a valid property of Object.`)
    const wrong =
      typeof property === 'object' ? validateValue(member, property, `${name}[${key}]`) : undefined
    if (wrong !== undefined) return wrong
  }
  return undefined
}

function requiredOf({ required, properties = {} }: Schema): readonly string[] {
  if (typeof required === 'object') return required
  return Object.keys(properties).filter((key) => properties[key]?.required === true)
}

function checkEnum(
  value: unknown,
  schema: Schema,
  type: TypeName | undefined,
  name: string,
): Fault | undefined {
  const { enum: allowed } = schema
  if (allowed === undefined) return undefined
  const clean = castScalar(value, type)
  if (allowed.some((candidate) => candidate === clean)) return undefined
  const words = allowed.length === 1 ? `not ${inWords(allowed)}` : `not one of ${inWords(allowed)}`
  return fault('rest_not_in_enum', `${name} is ${words}.`)
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

const formats: Partial<
  Record<Format, { fits: (text: string) => boolean; code: string; say: (name: string) => string }>
> = {
  'date-time': {
    fits: (text) => parseWireDate(text) !== undefined,
    code: 'rest_invalid_date',
    say: () => 'Invalid date.',
  },
  email: { fits: isEmail, code: 'rest_invalid_email', say: () => 'Invalid email address.' },
  ip: { fits: isAddress, code: 'rest_invalid_ip', say: (name) => `${name} is not a valid IP address.` },
  uuid: {
    fits: (text) => uuid.test(text),
    code: 'rest_invalid_uuid',
    say: (name) => `${name} is not a valid UUID.`,
  },
}

function checkFormat(
  value: unknown,
  schema: Schema,
  type: TypeName | undefined,
  name: string,
): Fault | undefined {
  const rule = schema.format === undefined ? undefined : formats[schema.format]
  if (rule === undefined || (type !== undefined && type !== 'string')) return undefined
  return rule.fits(typeof value === 'string' ? value : '') ? undefined : fault(rule.code, rule.say(name))
}

/** Host labels cannot start or end with a hyphen. The shortest address is `a@b.cd`. */
function isEmail(text: string): boolean {
  return (
    text.length >= 6 && /^[a-z0-9!#$%&'*+/=?^_`{|}~.-]+@((?!-)[a-z0-9-]+(?<!-)(\.(?!$)|$)){2,}$/i.test(text)
  )
}

function isAddress(text: string): boolean {
  const v4 = /^(25[0-5]|2[0-4]\d|1?\d?\d)(\.(25[0-5]|2[0-4]\d|1?\d?\d)){3}$/
  return v4.test(text) || (text.includes(':') && /^[0-9a-f:.]+$/i.test(text))
}
