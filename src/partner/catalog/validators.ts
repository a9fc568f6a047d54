import { headerOf, type Response } from '../../lib/http/send.ts'
import { validatorOf } from '../http-validator.ts'

/** The validator of a version of the list: its ETag, or without one, its Last-Modified date. */
export type Validators = { etag: string } | { lastModified: string }

/** A date identifies a version only if it is this much older than the response: two changes may share a second. */
const surelyOlderMs = 60_000

export function validatorsOf(response: Response): Validators | undefined {
  const etag = validatorOf(response, 'etag')
  if (etag !== undefined) return { etag }
  const lastModified = validatorOf(response, 'last-modified')
  if (lastModified === undefined) return undefined
  const ageMs = Date.parse(headerOf(response, 'date') ?? '') - Date.parse(lastModified)
  return ageMs >= surelyOlderMs ? { lastModified } : undefined
}

/** The headers of a conditional request. */
export function conditionOf(known: Validators | undefined): Record<string, string> {
  if (known === undefined) return {}
  return 'etag' in known ? { 'if-none-match': known.etag } : { 'if-modified-since': known.lastModified }
}
