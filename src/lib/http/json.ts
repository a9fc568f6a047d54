import { quote } from '../text/quote.ts'
import { hideCredentials } from '../text/secrets.ts'
import { plainWords } from './plain-words.ts'
import { headerOf, type Response } from './send.ts'

const decoder = new TextDecoder()
const longestRead = 20_000

/** The JSON value of a response's body without a leading byte order mark; undefined if it is not JSON. */
export function jsonOf(response: Response): unknown {
  try {
    return JSON.parse(decoder.decode(response.bytes))
  } catch {
    return undefined
  }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * Describes a response for an error message: its status, and its error message or its type, size and first
 * words.
 */
export function describeResponse(response: Response): string {
  const message = messageOf(jsonOf(response))
  if (message !== '') return `${response.status}: ${message}`
  const type = quote(headerOf(response, 'content-type') ?? 'no content type')
  const coding = headerOf(response, 'content-encoding')
  const compressed =
    coding === undefined || coding === 'identity' ? '' : `, unexpectedly compressed (${quote(coding)})`
  const isText = type.startsWith('text/') || /\bjson\b/.test(type)
  const words = compressed === '' && isText ? wordsOf(response) : ''
  return `${response.status} with ${response.bytes.length} bytes of ${type}${compressed}${words}`
}

/** The first words of an error page. */
function wordsOf({ bytes }: Response): string {
  const words = plainWords(hideCredentials(decoder.decode(bytes.subarray(0, longestRead))))
  return words === '' ? '' : `: “${words}”`
}

function messageOf(body: unknown): string {
  if (!isObject(body)) return ''
  const parts = [body['code'], body['message'], body['detail']].filter((part) => typeof part === 'string')
  return quote(parts.join(': '))
}
