import { constants } from 'node:fs'
import { open as openHandle } from 'node:fs/promises'
import { ConfigError } from '../lib/errors.ts'
import type { RetryOptions } from '../lib/http/exchange.ts'
import { downloadCatalog } from './download-catalog.ts'

/** A list of GTINs has fewer; a table with more needs a higher limit of entries. */
const bytesPerEntry = 64

/** How many entries a catalogue may have, and how its download is retried. */
export type TextLimits = { maxEntries: number; retry?: Partial<RetryOptions> | undefined }

/** Reads the text of a file or an http(s) URL; throws once it is longer than `maxEntries` entries can be. */
export async function readText(
  place: string,
  { maxEntries, retry }: TextLimits,
  signal: AbortSignal,
): Promise<string> {
  const maxBytes = maxEntries * bytesPerEntry
  const limit = `${maxBytes} bytes, ${bytesPerEntry} for each of ${maxEntries} entries`
  const decoder = new TextDecoder()
  if (/^https?:\/\//.test(place)) {
    const bytes = await downloadCatalog(place, { maxBytes, retry }, signal)
    if (bytes === 'oversized') throw tooLong(limit)
    return decoder.decode(bytes)
  }
  let text = ''
  let bytes = 0
  for await (const chunk of await openFile(place, signal)) {
    if (!(chunk instanceof Uint8Array)) continue
    bytes += chunk.length
    if (bytes > maxBytes) throw tooLong(limit)
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

/** The error of a catalogue over its limit. */
export function tooLong(limit: string): ConfigError {
  return new ConfigError(`it has more than ${limit}. If that is right, raise CATALOG_MAX_ENTRIES`)
}

async function openFile(place: string, signal: AbortSignal): Promise<AsyncIterable<unknown>> {
  // Opening a pipe that nobody writes to would wait for good, and keep the process from ending.
  const file = await openHandle(place, constants.O_RDONLY | constants.O_NONBLOCK)
  if ((await file.stat()).isFile()) return file.createReadStream({ signal })
  await file.close()
  throw new ConfigError('it is no regular file')
}
