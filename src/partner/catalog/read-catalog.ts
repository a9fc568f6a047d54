import { type Catalog, type CatalogEntry, checkCatalog } from '../../core/record/catalog.ts'
import { readGtin } from '../../core/record/gtin-forms.ts'
import { ConfigError, reasonOf, UnreachableError } from '../../lib/errors.ts'
import { quote } from '../../lib/text/quote.ts'
import { hideAll } from '../../lib/text/secrets.ts'
import { decode } from './decode.ts'
import type { CatalogBytes } from './download.ts'
import { findTable } from './find-table.ts'
import { type CatalogSource, readBytes, startsWith, tooLong } from './read-bytes.ts'
import { readJson } from './read-json.ts'
import { readLines } from './read-lines.ts'
import { readTable } from './read-table.ts'
import { secretsOfPlace, showPlace } from './show-place.ts'
import type { Validators } from './validators.ts'

const remedy = 'Check CATALOG.'
/** Longer than any GTIN, and short enough for a message. */
const maxEntryLength = 100
const longestPreamble = 5_000
/** Larger catalogues are not kept in memory for the next reading. */
const mostKept = 200_000
/**
 * A server whose ETag does not follow its list can hide a change for this long, and so never for two nights.
 */
const longestTrustMs = 12 * 3_600_000
const delimiterNames: Record<string, string> = {
  ';': 'semicolons',
  '\t': 'tabs',
  ',': 'commas',
  '|': 'bars',
  '': 'one column',
}

/**
 * Reads the catalogue from a file or an http(s) URL: a text with one GTIN in each line (# starts a comment), a table
 * with a column of GTINs, or JSON. The content decides which. Throws ConfigError if it cannot be read, is too long or
 * contains no valid GTIN, and UnreachableError if the server of its URL gives no usable response.
 */
export async function readCatalog(source: CatalogSource, signal: AbortSignal): Promise<Catalog> {
  return createCatalogReader(source)(signal)
}

/**
 * Reads a catalogue several times. For half a day after a full response, requests are conditional, and a response of 304
 * returns the catalogue of that response. The catalogue and its validators are kept in memory. `now` is in milliseconds.
 */
export function createCatalogReader(
  source: CatalogSource,
  now: () => number = Date.now,
): (signal: AbortSignal) => Promise<Catalog> {
  let last: { catalog: Catalog; validators: Validators; at: number } | undefined
  return async (signal) => {
    const at = now()
    const known = last !== undefined && Math.abs(at - last.at) < longestTrustMs ? last : undefined
    const bytes = await fetchBytes(source, known?.validators, signal)
    if (bytes === 'unchanged' && known !== undefined) return known.catalog
    last = undefined
    if (bytes === 'unchanged') throw new Error('The catalogue is unchanged, but was not read before.')
    const catalog = toCatalog(source, bytes)
    const { validators } = bytes
    if (validators !== undefined && catalog.gtins.length <= mostKept) last = { catalog, validators, at }
    return catalog
  }
}

function fetchBytes(
  source: CatalogSource,
  known: Validators | undefined,
  signal: AbortSignal,
): Promise<CatalogBytes | 'unchanged'> {
  const place = showPlace(source.place)
  return readBytes(source, known, signal).catch((error: unknown) => {
    signal.throwIfAborted()
    if (error instanceof UnreachableError) throw error
    const reason = hideAll(reasonOf(error), secretsOfPlace(source.place))
    throw new ConfigError(`The catalogue ${place} cannot be read: ${reason}. ${remedy}`, { cause: error })
  })
}

function toCatalog({ place: source, maxEntries, columns = [] }: CatalogSource, read: CatalogBytes): Catalog {
  const place = showPlace(source)
  const catalog = attempt(place, () => {
    const { entries, ...known } = toEntries(place, read, columns)
    return { ...checkCatalog(bound(withMissingPages(entries, read), maxEntries)), ...known }
  })
  if (catalog.gtins.length === 0) {
    const { faults, notes } = catalog
    const errors = faults.length > 0 ? ` Errors: ${faults.slice(0, 5).join('; ')}.` : ''
    const empty = notes.length > 0 ? ` Notes: ${notes.join('; ')}.` : ''
    throw new ConfigError(`The catalogue ${place} contains no valid GTIN-13.${errors}${empty} ${remedy}`)
  }
  return catalog
}

function* bound(entries: Iterable<CatalogEntry>, maxEntries: number): Generator<CatalogEntry> {
  let count = 0
  for (const entry of entries) {
    if (++count > maxEntries) throw tooLong(`${maxEntries} entries`)
    yield 'text' in entry ? { ...entry, text: entry.text.slice(0, maxEntryLength) } : entry
  }
}

/** The first page of a list must not be taken for the whole of it. */
function* withMissingPages(
  entries: Iterable<CatalogEntry>,
  { hasNext }: CatalogBytes,
): Generator<CatalogEntry> {
  yield* entries
  if (hasNext !== true) return
  const fault =
    'seems to be one page of several (by its Link header), so other products may be missing and none is retired. Set CATALOG to a complete list'
  yield { place: 'the list', fault }
}

/** The content decides the form. The name and the type of the file only help if it is ambiguous. */
function toEntries(
  place: string,
  read: CatalogBytes,
  columns: readonly string[],
): { entries: Iterable<CatalogEntry>; form: string; names?: readonly string[] } {
  const container = containerOf(read.bytes)
  if (container !== undefined) throw new ConfigError(`it is ${container}`)
  const { text, encoding } = decode(read.bytes)
  const start = text.trimStart().slice(0, 200)
  if (start === '') throw new ConfigError('it is empty')
  if (start.startsWith('<')) {
    // Comments and declarations may precede the first tag.
    const isPage = /<(?:!doctype html|html|head|body)\b/i.test(text.slice(0, longestPreamble))
    throw new ConfigError(
      `it is ${isPage ? 'a web page, perhaps of a login,' : 'markup'} instead of a list of GTINs: ${quote(start)}`,
    )
  }
  const json = /^[[{]/.test(start) || (isNamed(read, 'json') && start !== '')
  if (json) return { ...readJson(text.trim(), columns), form: `JSON, ${encoding}` }
  const table = findTable(text)
  if (table !== undefined) {
    const { delimiter, names, column } = table
    const cut = delimiterNames[delimiter] ?? `the delimiter ${quote(delimiter)}`
    const named =
      names === undefined
        ? `no header, GTINs in column ${column + 1}`
        : `GTINs in column ${column + 1} of ${names.length}, ${quote(names[column] ?? '')}`
    return {
      entries: readTable(text, table, columns),
      ...(names && { names }),
      form: `table with ${cut}, ${encoding}, ${named}`,
    }
  }
  const first = /\S.*/.exec(text)?.[0] ?? ''
  if (isNamed(read, 'csv') && !readGtin(first).ok) {
    const found = quote(first, 500)
    throw new ConfigError(
      `The catalogue ${place} has no column called gtin; its first line reads: ${found}. ${remedy}`,
    )
  }
  return { entries: readLines(text), form: `text with one GTIN in each line, ${encoding}` }
}

/** Names a workbook or an archive, with the remedy. The names of its parts are not compressed. */
function containerOf(bytes: Uint8Array): string | undefined {
  const remedyOfSheets = 'Save the sheet as CSV (UTF-8)'
  if (startsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0]))
    return `an old or encrypted workbook of a spreadsheet. ${remedyOfSheets}`
  if (!startsWith(bytes, [0x50, 0x4b, 3, 4])) return undefined
  const contains = (name: string): boolean =>
    Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes(name)
  if (contains('xl/') || contains('opendocument.spreadsheet'))
    return `a workbook of a spreadsheet. ${remedyOfSheets}`
  return 'a ZIP archive. Unpack it, and set CATALOG to the list in it'
}

function isNamed({ name, type = '' }: CatalogBytes, form: 'json' | 'csv'): boolean {
  if (name.toLowerCase().endsWith(`.${form}`)) return true
  return form === 'json' ? /\bjson\b/i.test(type) : /\b(csv|tab-separated-values)\b/i.test(type)
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
