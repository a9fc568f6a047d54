import { constants } from 'node:fs'
import { open as openHandle } from 'node:fs/promises'
import { request } from 'undici'
import { ConfigError } from '../lib/errors.ts'

const timeoutMs = 30_000

/** A list of GTINs has fewer; a table with more needs a higher limit of entries. */
const bytesPerEntry = 64

/** Reads the text of a file or an http(s) URL; throws once it is longer than `maxEntries` entries can be. */
export async function readText(place: string, maxEntries: number, signal: AbortSignal): Promise<string> {
  const maxBytes = maxEntries * bytesPerEntry
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for await (const chunk of await open(place, signal)) {
    if (!(chunk instanceof Uint8Array)) continue
    bytes += chunk.length
    if (bytes > maxBytes)
      throw tooLong(`${maxBytes} bytes, ${bytesPerEntry} for each of ${maxEntries} entries`)
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

/** The error of a catalogue over its limit. */
export function tooLong(limit: string): ConfigError {
  return new ConfigError(`it has more than ${limit}. If that is right, raise CATALOG_MAX_ENTRIES`)
}

async function open(place: string, signal: AbortSignal): Promise<AsyncIterable<unknown>> {
  if (!/^https?:\/\//.test(place)) return openFile(place, signal)
  const { statusCode, body } = await request(place, {
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
  })
  if (statusCode === 200) return body
  await body.dump({ limit: 16_384 }).catch(() => undefined)
  throw new ConfigError(`the server answered ${statusCode}`)
}

async function openFile(place: string, signal: AbortSignal): Promise<AsyncIterable<unknown>> {
  // Opening a pipe that nobody writes to would wait for good, and keep the process from ending.
  const file = await openHandle(place, constants.O_RDONLY | constants.O_NONBLOCK)
  if ((await file.stat()).isFile()) return file.createReadStream({ signal })
  await file.close()
  throw new ConfigError('it is no regular file')
}
