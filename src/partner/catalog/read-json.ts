import { ConfigError } from '../../lib/errors.ts'
import { isObject } from '../../lib/http/json.ts'
import { linesOf } from './read-lines.ts'

type Entry = { place: string; text: string }

const gtinNames = ['gtin', 'gtin13', 'ean', 'ean13', 'barcode', 'gtincode', 'eancode']
/** Members that hold the list, in the order in which they are tried. */
const listNames = [
  'gtins',
  'products',
  'items',
  'results',
  'data',
  'records',
  'catalog',
  'catalogue',
  'entries',
  'list',
  'eans',
  'rows',
]
const deepest = 4

/**
 * The entries of a JSON text: a list, an object with one, or an object with a GTIN as the name of each member. An entry
 * that has no GTIN is kept as its text, and so costs itself alone.
 */
export function readJson(content: string): Iterable<Entry> {
  const list = listIn(parse(content), 0)
  if (list === undefined) throw new ConfigError('it is neither a list nor an object with a list of gtins')
  return entriesOf(list)
}

function* entriesOf(list: readonly unknown[]): Generator<Entry> {
  for (const [index, entry] of list.entries()) yield { place: `entry ${index + 1}`, text: textOf(entry) }
}

/** JSON, or one value in each line. */
function parse(content: string): unknown {
  try {
    return JSON.parse(content)
  } catch (error) {
    const values: unknown[] = []
    for (const line of linesOf(content)) {
      if (line.trim() === '') continue
      try {
        values.push(JSON.parse(line))
      } catch {
        throw error
      }
    }
    return values
  }
}

function listIn(json: unknown, depth: number): unknown[] | undefined {
  if (Array.isArray(json)) return json
  if (!isObject(json) || depth > deepest) return undefined
  const names = Object.keys(json)
  const byNorm = new Map(names.map((name) => [normal(name), name]))
  for (const wanted of listNames) {
    const name = byNorm.get(wanted)
    const list = name === undefined ? undefined : listIn(json[name], depth + 1)
    if (list !== undefined) return list
  }
  return names.some((name) => /^["']?\d{8,14}["']?$/.test(name.trim())) ? names : undefined
}

function textOf(entry: unknown): string {
  if (typeof entry === 'string' || typeof entry === 'number') return String(entry)
  if (isObject(entry)) {
    const byNorm = new Map(Object.entries(entry).map(([name, value]) => [normal(name), value]))
    for (const name of gtinNames) {
      const value = byNorm.get(name)
      if (typeof value === 'string' || typeof value === 'number') return String(value)
    }
  }
  return JSON.stringify(entry) ?? ''
}

function normal(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '')
}
