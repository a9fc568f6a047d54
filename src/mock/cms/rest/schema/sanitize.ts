import { trimPhp } from '../../text/php-text.ts'
import { cleanTextLine, cleanUrl, withoutTags } from '../../text/clean.ts'
import { castScalar } from './cast.ts'
import { findMatch } from './combine.ts'
import { isMap, toList, toText } from '../php.ts'
import type { Format, Schema } from './schema.ts'
import { bestType, validateValue } from './validate.ts'

/** A valid value converted to the type of its schema: "7" → 7, "a,b" → ["a", "b"], "false" → false. */
export function sanitizeValue(value: unknown, schema: Schema): unknown {
  if (schema.oneOf !== undefined || schema.anyOf !== undefined) {
    const match = findMatch(value, schema, '', validateValue)
    return 'schema' in match ? sanitizeValue(value, match.schema) : null
  }
  const type = typeof schema.type === 'object' ? bestType(value, schema.type) : schema.type
  if (type === 'array') return sanitizeList(value, schema)
  if (type === 'object') return sanitizeObject(value, schema)
  if (type === 'string') return sanitizeText(toText(value), schema.format)
  if (type !== undefined) return castScalar(value, type)
  return typeof value === 'string' ? sanitizeText(value, schema.format) : value
}

function sanitizeList(value: unknown, { items }: Schema): unknown[] {
  const list = toList(value)
  return items === undefined ? list : list.map((item) => sanitizeValue(item, items))
}

function sanitizeObject(value: unknown, schema: Schema): unknown {
  if (!isMap(value)) return Array.isArray(value) ? value : {}
  const clean: Record<string, unknown> = {}
  for (const [key, member] of Object.entries(value)) {
    const property = schema.properties?.[key] ?? schema.additionalProperties
    if (property === false) continue
    clean[key] = typeof property === 'object' ? sanitizeValue(member, property) : member
  }
  return clean
}

function sanitizeText(text: string, format: Format | undefined): string {
  if (format === undefined) return text
  if (format === 'uri') return cleanUrl(text)
  return format === 'textarea-field' ? trimPhp(withoutTags(text)) : cleanTextLine(text)
}
