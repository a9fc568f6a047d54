import { readFile } from 'node:fs/promises'
import { parse } from 'csv-parse/sync'
import { request } from 'undici'
import { z } from 'zod'
import { checkCatalog, type Catalog } from '../core/record/catalog.ts'
import { ConfigError, reasonOf } from '../lib/errors.ts'

type Entry = { place: string; text: string }

const timeoutMs = 30_000
const maxBytes = 256 * 1024 * 1024
const remedy = 'Check CATALOG.'

/**
 * Reads the catalogue from a file or an http(s) URL: .txt has one GTIN per line (# starts a comment), .csv a `gtin`
 * column, .json a list of GTINs or of objects with a `gtin`. Throws ConfigError if it cannot be read or contains no
 * valid GTIN.
 */
export async function readCatalog(place: string, signal: AbortSignal): Promise<Catalog> {
  const text = await readText(place, signal)
  const catalog = checkCatalog(toEntries(place, text))
  if (catalog.gtins.length === 0) {
    const faults = catalog.faults.length > 0 ? ` Faults: ${catalog.faults.slice(0, 5).join('; ')}.` : ''
    throw new ConfigError(`The catalogue ${place} contains no valid GTIN-13.${faults} ${remedy}`)
  }
  return catalog
}

async function readText(place: string, signal: AbortSignal): Promise<string> {
  try {
    if (!/^https?:\/\//.test(place)) return await readFile(place, 'utf8')
    const { statusCode, body } = await request(place, {
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    })
    const text = await body.text()
    if (statusCode !== 200) throw new ConfigError(`the server answered ${statusCode}`)
    if (text.length > maxBytes)
      throw new ConfigError(`it has ${text.length} characters; the limit is ${maxBytes}`)
    return text
  } catch (error) {
    signal.throwIfAborted()
    throw new ConfigError(`The catalogue ${place} cannot be read: ${reasonOf(error)}. ${remedy}`, {
      cause: error,
    })
  }
}

function toEntries(place: string, text: string): Entry[] {
  const path = (/^https?:\/\//.test(place) ? new URL(place).pathname : place).toLowerCase()
  const content = text.replace(/^\uFEFF/, '')
  if (path.endsWith('.json')) return fromJson(place, content)
  if (path.endsWith('.csv')) return fromCsv(place, content)
  return content
    .split(/\r?\n/)
    .map((line, index) => ({ place: `line ${index + 1}`, text: line.replace(/#.*/, '').trim() }))
    .filter((entry) => entry.text !== '')
}

function fromCsv(place: string, content: string): Entry[] {
  const firstLine = /\S.*/.exec(content)?.[0] ?? ''
  const lines: number[] = []
  const [names = [], ...rows] = attempt(place, () =>
    parse(content, {
      delimiter: [';', '\t', ','].find((mark) => firstLine.includes(mark)) ?? ',',
      relaxColumnCount: true,
      skipEmptyLines: true,
      skipRecordsWithEmptyValues: true,
      trim: true,
      onRecord: (cells: string[], info) => {
        lines.push(info.lines)
        return cells
      },
    }),
  )
  const column = names.findIndex((name) => /^(gtin|gtin-?13|ean|ean-?13)$/i.test(name))
  if (column < 0)
    throw new ConfigError(
      `The catalogue ${place} has no column called gtin; its first line reads: ${names.join(', ')}. ${remedy}`,
    )
  return rows.map((row, index) => ({ place: `line ${lines[index + 1]}`, text: row[column] ?? '' }))
}

const Gtins = z.array(
  z.union([z.string(), z.number(), z.looseObject({ gtin: z.union([z.string(), z.number()]) })]),
)
const JsonCatalog = z.union([Gtins, z.looseObject({ gtins: Gtins }).transform(({ gtins }) => gtins)])

function fromJson(place: string, content: string): Entry[] {
  const entries = attempt(place, () => JsonCatalog.parse(JSON.parse(content)))
  return entries.map((entry, index) => ({
    place: `entry ${index + 1}`,
    text: String(typeof entry === 'object' ? entry.gtin : entry),
  }))
}

function attempt<T>(place: string, parseIt: () => T): T {
  try {
    return parseIt()
  } catch (error) {
    throw new ConfigError(`The catalogue ${place} cannot be parsed: ${reasonOf(error)}. ${remedy}`, {
      cause: error,
    })
  }
}
