import { cleanTextLine, cleanUrl, stripTags } from '../text/clean.ts'
import { findMatch } from './combine.ts'
import { isMap, toInt, toList, toText } from './php.ts'
import type { Schema } from './schema.ts'
import { bestType, validateValue } from './validate.ts'

/** A valid value in the type that its schema names: "7" → 7, "a,b" → ["a", "b"], "false" → false. */
export function sanitizeValue(value: unknown, schema: Schema): unknown {
  if (schema.oneOf !== undefined || schema.anyOf !== undefined) {
    const match = findMatch(value, schema, '', validateValue)
    return 'schema' in match ? sanitizeValue(value, match.schema) : null
  }
  const type = typeof schema.type === 'object' ? bestType(value, schema.type) : schema.type
  switch (type) {
    case 'array': {
      const { items } = schema
      const list = toList(value)
      return items === undefined ? list : list.map((item) => sanitizeValue(item, items))
    }
    case 'object':
      return sanitizeObject(value, schema)
    case 'null':
      return null
    case 'integer':
      return toInt(value)
    case 'number':
      return Number.isFinite(Number(value)) ? Number(value) : 0
    case 'boolean':
      return toBoolean(value)
    case 'string':
      return sanitizeText(toText(value), schema)
    case undefined:
      return schema.format !== undefined && typeof value === 'string' ? sanitizeText(value, schema) : value
  }
}

export function toBoolean(value: unknown): boolean {
  if (typeof value === 'string') return !['false', '0', ''].includes(value.toLowerCase())
  return Boolean(value)
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

function sanitizeText(text: string, { format }: Schema): string {
  if (format === undefined) return text
  switch (format) {
    case 'uri':
      return cleanUrl(text)
    case 'textarea-field':
      return stripTags(text).trim()
    case 'date-time':
    case 'email':
    case 'ip':
    case 'uuid':
    case 'text-field':
      return cleanTextLine(text)
  }
}
