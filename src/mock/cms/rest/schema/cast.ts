import { toInt, toText } from '../php.ts'
import type { TypeName } from './schema.ts'

/** A valid scalar converted to its type: "7" → 7, "false" → false. Lists and maps are unchanged. */
export function castScalar(value: unknown, type: TypeName | undefined): unknown {
  if (type === 'integer') return toInt(value)
  if (type === 'number') return Number.isFinite(Number(value)) ? Number(value) : 0
  if (type === 'boolean') return toBoolean(value)
  if (type === 'string') return toText(value)
  return type === 'null' ? null : value
}

function toBoolean(value: unknown): boolean {
  if (typeof value === 'string') return !['false', '0', ''].includes(value.toLowerCase())
  return Boolean(value)
}
