import type { CatalogColumns } from '../../core/record/catalog.ts'

/** Longer than any value that a page shows on its own. */
const mostChars = 2_000

/** Whether two names mean the same column: case, underscores and further blanks make no difference. */
export function isSameColumn(one: string, other: string): boolean {
  return plainName(one) === plainName(other)
}

/** Reads the requested columns of a row of a table; undefined if none is requested or the table has no header. */
export function createCellReader(
  wanted: readonly string[],
  names: readonly string[] = [],
): (cells: readonly string[], openAt: number | undefined) => CatalogColumns | undefined {
  const places = wanted
    .map((name) => ({ name, index: names.findIndex((one) => isSameColumn(one, name)) }))
    .filter(({ index }) => index >= 0)
  return (cells, openAt) => {
    // From an open quote on, the cells may belong to other columns.
    if (places.length === 0 || places.some(({ index }) => openAt !== undefined && index >= openAt))
      return undefined
    return Object.fromEntries(places.map(({ name, index }) => [name, bound(cells[index] ?? '')]))
  }
}

/** Reads the requested columns of an entry in JSON; `around` has the objects that contain its GTIN, the closest first. */
export function readMembers(
  wanted: readonly string[],
  around: readonly Record<string, unknown>[],
): CatalogColumns | undefined {
  const found = wanted.flatMap((name) => {
    for (const one of around)
      for (const [key, value] of Object.entries(one)) {
        const text = isSameColumn(key, name) ? textOf(value) : undefined
        if (text !== undefined) return [[name, bound(text)] as const]
      }
    return []
  })
  return found.length === 0 ? undefined : Object.fromEntries(found)
}

/** A list has one line for each of its values; undefined for an object. */
function textOf(value: unknown): string | undefined {
  if (value === null) return ''
  if (Array.isArray(value)) {
    const lines = value.map(textOf)
    return lines.includes(undefined) ? undefined : lines.join('\n')
  }
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : undefined
}

function bound(text: string): string {
  return text.trim().slice(0, mostChars).toWellFormed()
}

function plainName(name: string): string {
  return name
    .toLowerCase()
    .replace(/[\s_]+/g, ' ')
    .trim()
}
