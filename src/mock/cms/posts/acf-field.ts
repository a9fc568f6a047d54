import type { AcfField } from '../../contracts/site-types/acf-field.ts'
import { entryOf, isMap, isNumeric, toInt } from '../rest/php.ts'
import { type Fault, type Schema, fault } from '../rest/schema/schema.ts'
import { validateValue } from '../rest/schema/validate.ts'
import type { Row } from '../store/rows.ts'
import type { Store } from '../store/store.ts'
import { everywhere } from './fields.ts'
import type { Field } from './kind.ts'

type Fields = Readonly<Record<string, AcfField>>

/** The field `acf`, as Advanced Custom Fields adds it to a post type with fields. */
export function acfField(store: Store, fields: Fields): Field[] {
  if (Object.keys(fields).length === 0) return []
  const properties = Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, schemaOf(field)]),
  )
  const schema: Schema = { type: 'object', description: 'ACF field data', properties }
  return [
    {
      name: 'acf',
      contexts: everywhere,
      shows: schema,
      write: {
        ...schema,
        check: (value, _request, name) =>
          validateValue(value, schema, name) ?? refuseValues(store, fields, value),
      },
      read: ({ row }) => readAcf(fields, row.meta),
    },
  ]
}

/** The values of all fields, in the format `light`: files are ids. */
export function readAcf(fields: Fields, meta: Row['meta']): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, shownValue(field, entryOf(meta, name))]),
  )
}

/** A field without a value has its default, which is an empty string even for a number. */
function shownValue(field: AcfField, stored: unknown): unknown {
  switch (field.type) {
    case 'true_false':
      return Boolean(stored ?? field.default_value)
    case 'number': {
      const value = stored ?? field.default_value ?? ''
      return isNumeric(value) ? Number(value) : value
    }
    case 'image':
    case 'file':
      return stored ?? null
    case 'select':
      if (field.multiple)
        return stored === undefined ? (field.default_value === '' ? [] : [field.default_value]) : stored
      return Array.isArray(stored) ? (stored[0] ?? '') : (stored ?? field.default_value)
    case 'text':
      return stored ?? field.default_value
  }
}

function schemaOf(field: AcfField): Schema {
  const { required } = field
  switch (field.type) {
    case 'true_false':
      return { type: ['boolean', 'null'], required, default: field.default_value }
    case 'number':
      return {
        type: ['number', 'null'],
        required,
        ...(field.min === undefined ? {} : { minimum: field.min }),
        ...(field.max === undefined ? {} : { maximum: field.max }),
        ...(field.default_value === undefined ? {} : { default: field.default_value }),
      }
    case 'image':
    case 'file':
      return { type: ['integer', 'null'], required }
    case 'select':
      return {
        type: ['string', 'array', 'integer', 'null'],
        required,
        items: { type: ['string', 'integer'], enum: Object.keys(field.choices) },
        ...(field.allow_null ? {} : { minItems: 1 }),
        ...(field.multiple ? {} : { maxItems: 1 }),
        ...(field.default_value === '' ? {} : { default: field.default_value }),
      }
    case 'text':
      return {
        type: ['string', 'null'],
        required,
        ...(field.maxlength === undefined ? {} : { maxLength: field.maxlength }),
        ...(field.default_value === '' ? {} : { default: field.default_value }),
      }
  }
}

/** Checks that the schema cannot express. As in the plug-in, the first error is the only one. */
function refuseValues(store: Store, fields: Fields, sent: unknown): Fault | undefined {
  for (const [name, value] of Object.entries(isMap(sent) ? sent : {})) {
    const field = entryOf(fields, name)
    const wrong = field === undefined ? undefined : refuseValue(store, field, `acf[${name}]`, value)
    if (wrong !== undefined) return wrong
  }
  return undefined
}

function refuseValue(store: Store, field: AcfField, name: string, value: unknown): Fault | undefined {
  if (field.type === 'image' || field.type === 'file') {
    if (value === null && !field.required) return undefined
    if (store.get(toInt(value))?.type === 'attachment') return undefined
    const data = { param: name, value: toInt(value) }
    return fault('rest_invalid_param', `${name} requires a valid attachment ID.`, data)
  }
  if (field.type !== 'select' || typeof value !== 'string') return undefined
  const allowed = Object.keys(field.choices)
  if (allowed.includes(value)) return undefined
  const data = { param: name, value }
  return fault('rest_invalid_param', `${name} is not one of ${allowed.join(', ')}`, data)
}
