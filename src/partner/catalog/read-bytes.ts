import { constants } from 'node:fs'
import { open as openHandle } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { ConfigError } from '../../lib/errors.ts'
import type { RetryOptions } from '../../lib/http/exchange.ts'
import type { Network } from '../../lib/http/proxy.ts'
import { type CatalogBytes, downloadCatalog } from './download.ts'
import type { Validators } from './validators.ts'

/** More than an entry of a list needs. A table with longer rows requires a higher limit of entries. */
const bytesPerEntry = 64

export type CatalogSource = {
  place: string
  maxEntries: number
  /** The columns that are read in addition to the GTINs. */
  columns?: readonly string[]
  retry?: Partial<RetryOptions> | undefined
  /** Time limit of a download; default 30 s. */
  timeoutMs?: number
  network?: Network
}

const unpack = promisify(gunzip)

/**
 * Reads a file or an http(s) URL, and unpacks gzip; throws once it is longer than `maxEntries` entries can be. A URL may
 * be `unchanged` since the response with the `known` validators.
 */
export async function readBytes(
  source: CatalogSource,
  known: Validators | undefined,
  signal: AbortSignal,
): Promise<CatalogBytes | 'unchanged'> {
  const { place, maxEntries } = source
  const maxBytes = maxEntries * bytesPerEntry
  const limit = `${maxBytes} bytes, ${bytesPerEntry} for each of ${maxEntries} entries`
  const read = /^https?:\/\//i.test(place)
    ? await downloadCatalog(place, { ...source, maxBytes, known }, signal)
    : await readFile(place, maxBytes, signal)
  if (read === 'oversized') throw tooLong(limit)
  if (read === 'unchanged') return read
  if (!startsWith(read.bytes, [0x1f, 0x8b])) return read
  const bytes = await unpack(read.bytes, { maxOutputLength: maxBytes }).catch((error: unknown) => {
    if (error instanceof RangeError) throw tooLong(limit)
    throw new ConfigError('its gzip data are damaged or cut off', { cause: error })
  })
  return { ...read, bytes, name: read.name.replace(/\.gz$/i, '') }
}

export function tooLong(limit: string): ConfigError {
  return new ConfigError(`it has more than ${limit}. If that is right, raise CATALOG_MAX_ENTRIES`)
}

export function startsWith(bytes: Uint8Array, start: readonly number[]): boolean {
  return start.every((byte, index) => bytes[index] === byte)
}

async function readFile(
  place: string,
  maxBytes: number,
  signal: AbortSignal,
): Promise<CatalogBytes | 'oversized'> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of await openFile(place, signal)) {
    if (!(chunk instanceof Uint8Array)) continue
    length += chunk.length
    if (length > maxBytes) return 'oversized'
    chunks.push(chunk)
  }
  return { bytes: Buffer.concat(chunks), name: place }
}

async function openFile(place: string, signal: AbortSignal): Promise<AsyncIterable<unknown>> {
  // Opening a pipe without a writer would wait forever, and keep the process from ending.
  const file = await openHandle(place, constants.O_RDONLY | constants.O_NONBLOCK)
  if ((await file.stat()).isFile()) return file.createReadStream({ signal })
  await file.close()
  throw new ConfigError('it is not a regular file')
}
