/** Marks lines that only search engines see. */
const mark = '[JSON-LD]'

/**
 * JSON-LD as lines, one per property: `[JSON-LD] offers.price: 12.5`. An item of a list has its name, or its place from 1
 * on, in the path. Data that cannot be parsed is one line.
 */
export function jsonLdLines(json: string): string[] {
  try {
    return linesOf(JSON.parse(json), '').map((line) => `${mark} ${line}`)
  } catch {
    return [`${mark} ${onOneLine(json)}`]
  }
}

function linesOf(value: unknown, path: string): string[] {
  const lead = path === '' ? '' : `${path}: `
  if (typeof value !== 'object' || value === null) return [lead + onOneLine(String(value))]
  const entries = Array.isArray(value) ? namedItems(value) : Object.entries(value)
  if (entries.length === 0) return [lead + JSON.stringify(value)]
  return entries.flatMap(([name, part]) => linesOf(part, path === '' ? name : `${path}.${name}`))
}

/** An item keeps its name when others are added or removed before it. */
function namedItems(items: readonly unknown[]): [string, unknown][] {
  const names = items.map(nameOf)
  return items.map((item, at) => {
    const name = names[at]
    const isUnique = name !== undefined && names.indexOf(name) === names.lastIndexOf(name)
    return [isUnique ? name : String(at + 1), item]
  })
}

function nameOf(item: unknown): string | undefined {
  if (typeof item !== 'object' || item === null || !('name' in item)) return undefined
  return typeof item.name === 'string' ? onOneLine(item.name) : undefined
}

function onOneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}
