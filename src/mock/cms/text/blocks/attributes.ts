import { isMap } from '../../rest/php.ts'

/** The attributes of a block; undefined if they are invalid JSON. */
export function readAttributes(json: string): Readonly<Record<string, unknown>> | undefined {
  if (json === '') return {}
  try {
    const value: unknown = JSON.parse(json)
    return isMap(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** A cache, because most blocks have the same few attributes. */
const written = new Map<string, string>()

/** Attributes as canonical JSON with a trailing space; empty if there are none or the JSON is invalid. */
export function writeAttributes(json: string): string {
  if (json === '') return ''
  const known = written.get(json)
  if (known !== undefined) return known
  const attributes = readAttributes(json)
  const empty = attributes === undefined || Object.keys(attributes).length === 0
  const canonical = empty ? '' : `${escapeJson(JSON.stringify(asPhpArrays(attributes)))} `
  if (written.size > 2000) written.clear()
  written.set(json, canonical)
  return canonical
}

function escapeJson(json: string): string {
  return json
    .replaceAll('\\\\', '\\u005c')
    .replaceAll('--', '\\u002d\\u002d')
    .replaceAll('<', '\\u003c')
    .replaceAll('>', '\\u003e')
    .replaceAll('&', '\\u0026')
    .replaceAll('\\"', '\\u0022')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029')
}

/** To PHP, empty maps and maps with the keys 0, 1, 2 … are lists. */
function asPhpArrays(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(asPhpArrays)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value)
  return members.every(([key], index) => key === String(index))
    ? members.map(([, member]) => asPhpArrays(member))
    : Object.fromEntries(members.map(([key, member]) => [key, asPhpArrays(member)]))
}
