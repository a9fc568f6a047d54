/** PHP's `empty()`: true for "", "0", 0, null, false, and an empty list or map. */
export function isEmpty(value: unknown): boolean {
  if (
    value === undefined ||
    value === null ||
    value === false ||
    value === '' ||
    value === '0' ||
    value === 0
  )
    return true
  return typeof value === 'object' && Object.keys(value).length === 0
}

/** PHP's `is_numeric()`: true for numbers and numeric strings. */
export function isNumeric(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value)
  return typeof value === 'string' && /^\s*[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?\s*$/.test(value)
}

export function isWhole(value: unknown): boolean {
  return isNumeric(value) && Number.isInteger(Number(value))
}

/** PHP's `(int)`: the leading number of a string, else 0. */
export function toInt(value: unknown): number {
  if (typeof value === 'number') return Number.isFinite(value) ? Math.trunc(value) : 0
  if (typeof value === 'boolean') return value ? 1 : 0
  if (typeof value === 'object' && value !== null) return Object.keys(value).length > 0 ? 1 : 0
  if (typeof value !== 'string') return 0
  const number = Number.parseFloat(value)
  return Number.isFinite(number) ? Math.trunc(number) : 0
}

/** WordPress's `absint()`, which reads every id. */
export function absInt(value: unknown): number {
  return Math.abs(toInt(value))
}

/** PHP's `(string)` of a scalar. */
export function toText(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number') return String(value)
  return value === true ? '1' : ''
}

export function isScalar(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}

export function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** An entry of a table by an external key. Inherited names such as `constructor` do not count. */
export function entryOf<T>(table: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined
}

/** WordPress's `wp_parse_list()`: lists are kept, strings are split at commas and white space. */
export function toList(value: unknown): unknown[] {
  if (Array.isArray(value)) return value
  if (isScalar(value))
    return toText(value)
      .split(/[ \t-\r,]+/)
      .filter((part) => part !== '')
  return isMap(value) ? Object.values(value) : []
}

/** "a", "a and b", "a, b, and c". */
export function inWords(parts: readonly unknown[]): string {
  const texts = parts.map((part) => (isScalar(part) ? toText(part) : JSON.stringify(part)))
  if (texts.length < 2) return texts.join('')
  if (texts.length === 2) return texts.join(' and ')
  return `${texts.slice(0, -1).join(', ')}, and ${texts.at(-1)}`
}
