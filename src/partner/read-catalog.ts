import { parse } from 'csv-parse/sync'
import { checkCatalog, type Catalog } from '../core/record/catalog.ts'
import { ConfigError, reasonOf, UnreachableError } from '../lib/errors.ts'
import { isObject } from '../lib/http/json.ts'
import { readText, tooLong, type TextLimits } from './catalog-text.ts'

type Entry = { place: string; text: string }

/** Where the catalogue is, and how long it may be. */
export type CatalogSource = { place: string } & TextLimits

const remedy = 'Check CATALOG.'
const maxRowLength = 1_000_000
/** Of an entry; longer than any GTIN, and short enough for a message. */
const maxEntryLength = 100

/**
 * Reads the catalogue from a file or an http(s) URL: .txt has one GTIN per line (# starts a comment), .csv a `gtin`
 * column, .json a list of GTINs or of objects with a `gtin`. Throws ConfigError if it cannot be read, is too long or
 * contains no valid GTIN, and UnreachableError if the server of its URL gives no usable answer.
 */
export async function readCatalog(source: CatalogSource, signal: AbortSignal): Promise<Catalog> {
  const { place, maxEntries } = source
  const text = await readText(place, source, signal).catch((error: unknown) => {
    signal.throwIfAborted()
    if (error instanceof UnreachableError) throw error
    throw new ConfigError(`The catalogue ${place} cannot be read: ${reasonOf(error)}. ${remedy}`, {
      cause: error,
    })
  })
  const catalog = attempt(place, () => checkCatalog(bound(toEntries(place, text, maxEntries), maxEntries)))
  if (catalog.gtins.length === 0) {
    const faults = catalog.faults.length > 0 ? ` Faults: ${catalog.faults.slice(0, 5).join('; ')}.` : ''
    throw new ConfigError(`The catalogue ${place} contains no valid GTIN-13.${faults} ${remedy}`)
  }
  return catalog
}

function* bound(entries: Iterable<Entry>, maxEntries: number): Generator<Entry> {
  let count = 0
  for (const { place, text } of entries) {
    if (++count > maxEntries) throw tooLong(`${maxEntries} entries`)
    yield { place, text: text.slice(0, maxEntryLength) }
  }
}

function toEntries(place: string, text: string, maxEntries: number): Iterable<Entry> {
  const path = (/^https?:\/\//.test(place) ? new URL(place).pathname : place).toLowerCase()
  const content = text.replace(/^\uFEFF/, '')
  if (path.endsWith('.json')) return fromJson(content)
  if (path.endsWith('.csv')) return fromCsv(place, content, maxEntries)
  return fromLines(content)
}

/** One at a time, because a text may have many more lines than GTINs. */
function* fromLines(content: string): Generator<Entry> {
  for (let line = 1, start = 0; start <= content.length; line++) {
    const end = content.indexOf('\n', start)
    const whole = content.slice(start, end < 0 ? content.length : end)
    start = end < 0 ? content.length + 1 : end + 1
    const text = whole.replace(/#.*/s, '').trim()
    if (text !== '') yield { place: `line ${line}`, text }
  }
}

function fromCsv(place: string, content: string, maxEntries: number): Entry[] {
  const firstLine = /\S.*/.exec(content)?.[0] ?? ''
  const entries: Entry[] = []
  let names: string[] | undefined
  let column = -1
  parse(content, {
    delimiter: [';', '\t', ','].find((mark) => firstLine.includes(mark)) ?? ',',
    relaxColumnCount: true,
    skipEmptyLines: true,
    skipRecordsWithEmptyValues: true,
    trim: true,
    maxRecordSize: maxRowLength,
    // Nothing but the GTINs is kept: the other cells may be many times longer.
    onRecord: (cells: string[], info) => {
      if (names === undefined) {
        names = cells
        column = cells.findIndex((name) => /^(gtin|gtin-?13|ean|ean-?13)$/i.test(name))
      } else if (entries.length >= maxEntries) throw tooLong(`${maxEntries} entries`)
      else if (column >= 0) entries.push({ place: `line ${info.lines}`, text: cells[column] ?? '' })
      return null
    },
  })
  if (column < 0) {
    const found = (names ?? []).join(', ').slice(0, 500)
    throw new ConfigError(
      `The catalogue ${place} has no column called gtin; its first line reads: ${found}. ${remedy}`,
    )
  }
  return entries
}

function* fromJson(content: string): Generator<Entry> {
  const json: unknown = JSON.parse(content)
  const list = isObject(json) ? json['gtins'] : json
  if (!Array.isArray(list)) throw new ConfigError('it is neither a list nor an object with a list of gtins')
  for (const [index, entry] of list.entries()) {
    const gtin: unknown = isObject(entry) ? entry['gtin'] : entry
    const place = `entry ${index + 1}`
    if (typeof gtin !== 'string' && typeof gtin !== 'number')
      throw new ConfigError(`${place} is neither a GTIN nor an object with a gtin`)
    yield { place, text: String(gtin) }
  }
}

function attempt<T>(place: string, parseIt: () => T): T {
  try {
    return parseIt()
  } catch (error) {
    if (error instanceof ConfigError && error.message.endsWith(remedy)) throw error
    throw new ConfigError(`The catalogue ${place} cannot be parsed: ${reasonOf(error)}. ${remedy}`, {
      cause: error,
    })
  }
}
