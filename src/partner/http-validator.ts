import { headerOf, type Response } from '../lib/http/send.ts'
import { unlessSecret } from '../lib/text/secrets.ts'

/**
 * Web servers refuse requests with headers of more than 8 KiB, so a record with a longer validator would
 * never be updated.
 */
const longest = 1_024

/**
 * A validator of a response, to be stored and sent again; undefined if it is too long or contains a secret.
 */
export function validatorOf(response: Response, name: 'etag' | 'last-modified'): string | undefined {
  const text = headerOf(response, name)
  return text === undefined || text.length > longest ? undefined : unlessSecret(text)
}
