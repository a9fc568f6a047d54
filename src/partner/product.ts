import { isUtf8 } from 'node:buffer'
import { toProduct } from '../core/reading/read-product.ts'
import { validatorOfBytes } from '../core/reading/validator-of-bytes.ts'
import { isOwnValidator } from '../core/record/own-validator.ts'
import type { RecordKey } from '../core/record/record.ts'
import { UnusableError } from '../lib/errors.ts'
import { limitedTooLong, type Read } from '../lib/http/exchange.ts'
import { describeResponse, isObject, jsonOf } from '../lib/http/json.ts'
import { headerOf, type RequestFailure, type Response } from '../lib/http/send.ts'
import { toUtf8 } from '../lib/http/mixed-encoding.ts'
import { parseStrictJson } from '../lib/http/strict-json.ts'
import { quote } from '../lib/text/quote.ts'
import { toLanguageCode } from '../contracts/language-code.ts'
import { type SignedLinks, withFileKeys } from './asset-url.ts'
import type { PartnerBase } from './base.ts'
import type { Fetched } from '../sync/ports/partner.ts'
import { validatorOf } from './http-validator.ts'

/**
 * The partner's response to the request of a record; `links`: its signed links to files. `forbidden` is a
 * 403, which refuses either the token or only this record.
 */
export type RecordResponse = FetchedRecord | { state: 'forbidden'; reason: string }

export type FetchedRecord =
  | Exclude<Fetched, { state: 'present' }>
  | (Extract<Fetched, { state: 'present' }> & { links: SignedLinks })

/**
 * Reads a record from the partner's response. `etag` is the stored one: that of the conditional request, or the digest of a
 * response without an ETag, the bytes of which are not read again.
 */
export function readProduct(
  response: Response,
  key: RecordKey,
  base: PartnerBase,
  etag: string | undefined,
): Read<RecordResponse> {
  const { status } = response
  if (status === 403) return { ok: true, value: { state: 'forbidden', reason: describeResponse(response) } }
  assertTokenAccepted(response)
  if (status === 200) {
    const validator = validatorOf(response, 'etag') ?? validatorOfBytes(response.bytes, base.url.href)
    if (validator === etag && isOwnValidator(etag)) return { ok: true, value: { state: 'unchanged' } }
    return readRecord(response, { key, base, etag: validator })
  }
  if (status === 304 && etag !== undefined && !isOwnValidator(etag))
    return { ok: true, value: { state: 'unchanged' } }
  if (status === 404) return { ok: true, value: readAbsence(response) }
  if (status === 410) return { ok: true, value: { state: 'absent' } }
  if (isPassing(status)) return { ok: false, reason: `the partner returned ${describeResponse(response)}` }
  const location = headerOf(response, 'location')
  const where = location === undefined ? '' : `, redirecting to ${quote(location)} (not followed)`
  return invalid(`the partner returned ${describeResponse(response)}${where}. Check PARTNER_BASE_URL`)
}

/** A record that quotes our own token would publish it on the page. */
export function refuseEcho({ status, bytes }: Response, token: string): Read<RecordResponse> | undefined {
  if (status !== 200 || !Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes(token))
    return undefined
  return invalid(
    'the record contains our own PARTNER_TOKEN. Ask the partner to remove it, then change the token',
  )
}

/** The failure as a clause about the partner. */
export function explainFailure({ code, reason }: Pick<RequestFailure, 'code' | 'reason'>): string {
  if (code.startsWith('HTTP_')) return reason
  if (code === limitedTooLong) return `the partner ${reason}. The next run tries again`
  if (code === 'TIMEOUT')
    return `the partner sent no complete response: ${reason}. If it needs longer for a record, raise PARTNER_TIMEOUT_SECONDS`
  return code === 'BROKEN' ? `the request was ${reason}` : `the partner sent no complete response: ${reason}`
}

/** Throws if the partner refuses the token: nothing can be fetched until an operator changes it. */
export function assertTokenAccepted(response: Response): void {
  if (response.status === 401 || response.status === 403) throw tokenRefused(describeResponse(response))
}

/** The partner responds, and refuses the token. */
export class TokenRefusedError extends UnusableError {}

export function tokenRefused(response: string): TokenRefusedError {
  return new TokenRefusedError(
    'partner',
    `The partner refuses the token (${response}). Check PARTNER_TOKEN, and that it may read product data.`,
  )
}

/** Whether a retry may result in another status. */
export function isPassing(status: number): boolean {
  return status >= 500 || status === 408 || status === 425
}

/** The most characters of an unknown field's name in a warning. */
const longestName = 60
const notUtf8 = 'the record is not UTF-8, and the other bytes are read as Windows-1252'
/** The most characters of an odd value in a warning. */
const longestValue = 40

function readRecord(
  response: Response,
  { key: { gtin, language }, base, etag }: { key: RecordKey; base: PartnerBase; etag: string },
): Read<FetchedRecord> {
  const isText = isUtf8(response.bytes)
  const json = parseStrictJson(isText ? response.bytes : toUtf8(response.bytes))
  if (json.state === 'faulty') return invalid(`the record ${json.fault}. Ask the partner to repair it`)
  if (json.state === 'none') {
    return { ok: false, reason: `the partner returned ${describeResponse(response)}, which is not JSON` }
  }
  const parsed = toProduct(json.value)
  if (!parsed.ok) return invalid(parsed.reason)
  const { product, unknownFields, oddities, unreadablePrice } = parsed
  if (product.gtin !== gtin) {
    return invalid(
      `the partner returned GTIN ${product.gtin} instead of ${gtin}. Ask the partner to repair the record`,
    )
  }
  if (toLanguageCode(product.language) !== toLanguageCode(language)) {
    return invalid(
      `the partner returned the record in ${product.language} instead of ${language}; a fallback language is never published. Ask the partner for the record in ${language}`,
    )
  }
  if (product.name === '') return invalid('the record has no name. Ask the partner to fix it')
  const own = withFileKeys({ ...product, language }, base)
  return {
    ok: true,
    value: {
      state: 'present',
      ...own,
      etag,
      unknownFields: unknownFields.map((name) => quote(name, longestName) || '(not printable)'),
      oddities: [...(isText ? [] : [notUtf8]), ...oddities].map(shortenOddity),
      ...(unreadablePrice !== undefined && { unreadablePrice: shortenOddity(unreadablePrice) }),
    },
  }
}

/** An oddity without secrets, its values cut. */
function shortenOddity(phrase: string): string {
  return phrase.replace(/"([^"]*)"/g, (_, value: string) => `"${quote(value, longestValue)}"`)
}

/**
 * Only the interface itself sends JSON. The 404 of a proxy or web server proves nothing about the product.
 */
function readAbsence(response: Response): FetchedRecord {
  if (isObject(jsonOf(response))) return { state: 'absent' }
  const reason = `the partner returned ${describeResponse(response)}: not the interface’s own 404, so it does not prove that the product is gone`
  return { state: 'unreachable', reason }
}

function invalid(reason: string): Read<FetchedRecord> {
  return { ok: true, value: { state: 'invalid', reason } }
}
