import type { CatalogEntry } from '../../core/record/catalog.ts'
import { ConfigError } from '../../lib/errors.ts'
import { isObject } from '../../lib/http/json.ts'
import { rankOfName } from './gtin-names.ts'
import { readMembers } from './columns.ts'
import { gtinsOfEntry } from './json-entry.ts'
import { type PageSign, pageSign } from './json-pages.ts'
import { linesOf } from './read-lines.ts'

/** Fields that may contain the list, in the order in which they are tried. */
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
  'barcodes',
  'rows',
  'articles',
  'artikel',
  'produkte',
  'variants',
  'edges',
  'nodes',
  'value',
  'content',
  'hits',
  'docs',
  'member',
  'hydramember',
  'embedded',
]
const deepest = 4

/** A line that is not JSON, in a file with one JSON value in each line. */
class BrokenLine {
  readonly line: number
  constructor(line: number) {
    this.line = line
  }
}

type Found = {
  list: readonly unknown[]
  /** The objects around the list, which may reveal that it is one page of several. */
  around: readonly Record<string, unknown>[]
}

/**
 * The entries of a JSON text: a list, an object that contains one, an object whose field names are GTINs, a single
 * product, or one value in each line. An entry has the `wanted` fields as columns. An entry without a GTIN is returned
 * as its JSON text and affects only itself. `names`: the fields of the first entry.
 */
export function readJson(
  content: string,
  wanted: readonly string[] = [],
): { entries: Iterable<CatalogEntry>; names: readonly string[] } {
  const json = parse(content)
  const found = Array.isArray(json) ? { list: json, around: [] } : findList(json, 0)
  if (found === undefined) throw new ConfigError('it is neither a list nor an object with a list of gtins')
  const first: unknown = found.list.find(isObject)
  return { entries: entriesOf(found, wanted), names: isObject(first) ? Object.keys(first) : [] }
}

function* entriesOf({ list, around }: Found, wanted: readonly string[]): Generator<CatalogEntry> {
  let count = 0
  for (const [index, entry] of list.entries()) {
    const place = `entry ${index + 1}`
    if (entry instanceof BrokenLine) {
      yield { place: `line ${entry.line}`, fault: 'is not JSON, so its GTIN is not known' }
      continue
    }
    for (const one of gtinsOfEntry(entry)) {
      count++
      if ('empty' in one) yield { place, ...one }
      else yield { place, text: one.text, columns: readMembers(wanted, one.around) }
    }
  }
  const length = Math.max(count, list.length)
  const sign = pageSign(around, length)
  if (sign !== undefined) yield { place: 'the list', fault: toFault(sign, length) }
}

function toFault({ name, total }: PageSign, length: number): string {
  const quoted = JSON.stringify(name)
  const [shown, other] =
    total === undefined
      ? [quoted, '']
      : [
          `${quoted}, ${total} instead of ${length}`,
          `, or to a copy without ${quoted} if that counts something else`,
        ]
  return `seems to be one page of several (by its ${shown}), so other products may be missing and none is retired. Set CATALOG to a complete list${other}`
}

/** JSON, or one value in each line. */
function parse(content: string): unknown {
  try {
    return JSON.parse(content)
  } catch (error) {
    const values = linesOf(content)
      .map((line, index) => (line.trim() === '' ? undefined : parseLine(line, index + 1)))
      .filter((value) => value !== undefined)
      .toArray()
    const [first] = values
    const whole = values.filter((value) => !(value instanceof BrokenLine)).length
    // The lines of a single truncated value are not values.
    const isCut =
      first instanceof BrokenLine && (whole * 2 <= values.length || /^\[|[[{,:]\s*$/.test(firstLine(content)))
    if (whole === 0 || isCut) throw error
    return values
  }
}

function firstLine(content: string): string {
  return /\S.*/.exec(content)?.[0] ?? ''
}

function parseLine(line: string, number: number): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return new BrokenLine(number)
  }
}

function findList(json: unknown, depth: number): Found | undefined {
  if (Array.isArray(json)) return { list: json, around: [] }
  if (!isObject(json) || depth > deepest) return undefined
  const names = Object.keys(json)
  const byNorm = new Map(names.map((name) => [normal(name), name]))
  const isProduct = names.some(
    (name) => rankOfName(name) !== undefined && !isObject(json[name]) && !Array.isArray(json[name]),
  )
  if (isProduct) return { list: [json], around: [] }
  for (const wanted of listNames) {
    const name = byNorm.get(wanted)
    const found = name === undefined ? undefined : findList(json[name], depth + 1)
    if (found !== undefined) return { list: found.list, around: [json, ...found.around] }
  }
  if (names.some((name) => /^["']?\d{8,14}["']?$/.test(name.trim()))) return { list: names, around: [] }
  const hasGtin = gtinsOfEntry(json).some((one) => 'text' in one && one.isNamed)
  return hasGtin ? { list: [json], around: [] } : undefined
}

function normal(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '')
}
