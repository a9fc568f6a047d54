import type { Schema } from '../cms/rest/schema/schema.ts'

export type JsonSchema = Readonly<Record<string, unknown>>

/** Registers a titled object schema and returns a reference to it. */
export type Hoist = (title: string, schema: () => JsonSchema) => JsonSchema

const formats = new Set(['email', 'uri', 'uuid'])
/** The time zone is optional, unlike in JSON Schema's `date-time`. */
const dateTime = '^\\d{4}-\\d\\d-\\d\\d[Tt ]\\d\\d:\\d\\d:\\d\\d'
const copied = ['minItems', 'maxItems', 'uniqueItems', 'minLength', 'maxLength', 'pattern'] as const

/**
 * Translates WordPress's schemas to JSON Schema 2020-12: `required` moves to the object, exclusive bounds become
 * numbers, and WordPress's own formats are dropped. `hoist` is for responses only.
 */
export function toJsonSchema(schema: Schema, hoist?: Hoist): JsonSchema {
  const { title } = schema
  if (hoist !== undefined && title !== undefined) return hoist(title, () => translate(schema, hoist))
  return translate(schema, hoist)
}

function translate(schema: Schema, hoist?: Hoist): JsonSchema {
  const json: Record<string, unknown> = {}
  if (schema.title !== undefined) json['title'] = schema.title
  if (schema.description !== undefined && schema.description !== '') json['description'] = schema.description
  if (schema.type !== undefined) json['type'] = schema.type
  if (schema.enum !== undefined) json['enum'] = schema.enum
  if (schema.format !== undefined && formats.has(schema.format)) json['format'] = schema.format
  if (schema.format === 'date-time') json['pattern'] = dateTime
  if (schema.default !== undefined) json['default'] = defaultOf(schema)
  for (const key of copied) if (schema[key] !== undefined) json[key] = schema[key]
  putBounds(json, schema)
  if (schema.items !== undefined) json['items'] = toJsonSchema(schema.items, hoist)
  if (schema.properties !== undefined) putProperties(json, schema.properties, hoist)
  if (typeof schema.required === 'object') json['required'] = schema.required
  const more = schema.additionalProperties
  if (more !== undefined)
    json['additionalProperties'] = typeof more === 'object' ? toJsonSchema(more, hoist) : more
  if (schema.oneOf !== undefined) json['oneOf'] = schema.oneOf.map((one) => toJsonSchema(one, hoist))
  if (schema.anyOf !== undefined) json['anyOf'] = schema.anyOf.map((one) => toJsonSchema(one, hoist))
  if (schema.contexts !== undefined && schema.contexts.length < 3)
    json['description'] = `Only in context ${schema.contexts.join(' and ')}.`
  return json
}

/** WordPress accepts `publish` as a list of one. */
function defaultOf({ type, default: usual }: Schema): unknown {
  return type === 'array' && !Array.isArray(usual) && usual !== null ? [usual] : usual
}

function putBounds(json: Record<string, unknown>, schema: Schema): void {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema
  if (minimum !== undefined) json[exclusiveMinimum === true ? 'exclusiveMinimum' : 'minimum'] = minimum
  if (maximum !== undefined) json[exclusiveMaximum === true ? 'exclusiveMaximum' : 'maximum'] = maximum
}

function putProperties(
  json: Record<string, unknown>,
  properties: Readonly<Record<string, Schema>>,
  hoist?: Hoist,
): void {
  const entries = Object.entries(properties)
  json['properties'] = Object.fromEntries(
    entries.map(([name, property]) => [name, toJsonSchema(property, hoist)]),
  )
  const required = entries.flatMap(([name, property]) => (property.required === true ? [name] : []))
  if (required.length > 0) json['required'] = required
}
