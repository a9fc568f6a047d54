import { toProduct } from '../core/record/product.ts'
import type { RecordKey } from '../core/record/record.ts'
import { UnusableError } from '../lib/errors.ts'
import type { Read } from '../lib/http/exchange.ts'
import { describeResponse, isObject, jsonOf } from '../lib/http/json.ts'
import { headerOf, type RequestFailure, type Response } from '../lib/http/send.ts'
import type { Fetched } from '../sync/ports/partner.ts'

/** What the partner's response says about a record; `etag` is that of the conditional request. */
export function readProduct(response: Response, key: RecordKey, etag: string | undefined): Read<Fetched> {
  const { status } = response
  assertTokenAccepted(response)
  if (status === 200) return readRecord(response, key)
  if (status === 304 && etag !== undefined) return { ok: true, value: { state: 'unchanged' } }
  if (status === 404) return { ok: true, value: readAbsence(response) }
  if (isPassing(status)) return { ok: false, reason: `the partner answered ${describeResponse(response)}` }
  const location = headerOf(response, 'location')
  const where = location === undefined ? '' : `, redirecting to ${location} (not followed)`
  return invalid(`the partner answered ${describeResponse(response)}${where}. Check PARTNER_BASE_URL`)
}

/** The failure as a clause about the partner. */
export function explainFailure({ code, reason }: Pick<RequestFailure, 'code' | 'reason'>): string {
  if (code.startsWith('HTTP_')) return reason
  return code === 'BROKEN' ? `the request was ${reason}` : `the partner gave no whole answer: ${reason}`
}

/** Throws if the partner refuses the token: nothing can be fetched until an operator changes it. */
export function assertTokenAccepted(response: Response): void {
  if (response.status !== 401 && response.status !== 403) return
  throw new UnusableError(
    'partner',
    `The partner refuses the token (${describeResponse(response)}). Check PARTNER_TOKEN, and that it may read product data.`,
  )
}

/** Whether a retry may get another status. */
export function isPassing(status: number): boolean {
  return status >= 500 || status === 408 || status === 425
}

function readRecord(response: Response, { gtin, language }: RecordKey): Read<Fetched> {
  const body = jsonOf(response)
  if (body === undefined) {
    return { ok: false, reason: `the partner answered ${describeResponse(response)}, which is not JSON` }
  }
  const parsed = toProduct(body)
  if (!parsed.ok) return invalid(parsed.reason)
  const { product, unknownFields } = parsed
  if (product.gtin !== gtin) {
    return invalid(
      `the partner answered for GTIN ${product.gtin} when asked for ${gtin}. Ask the partner to repair the record`,
    )
  }
  if (product.language.toLowerCase() !== language.toLowerCase()) {
    return invalid(
      `the partner answered in ${product.language} when asked for ${language}; a fallback language is never published. Ask the partner for the record in ${language}`,
    )
  }
  if (product.name === '') return invalid('the record has no name. Ask the partner to fix it')
  const etag = headerOf(response, 'etag')
  const own = product.language === language ? product : { ...product, language }
  return {
    ok: true,
    value: { state: 'present', product: own, unknownFields, ...(etag !== undefined && { etag }) },
  }
}

/** Only the interface itself sends JSON; the 404 of a proxy or web server says nothing about the product. */
function readAbsence(response: Response): Fetched {
  if (isObject(jsonOf(response))) return { state: 'absent' }
  const reason = `the partner answered ${describeResponse(response)}: not the interface’s own 404, so it does not say that the product is gone`
  return { state: 'unreachable', reason }
}

function invalid(reason: string): Read<Fetched> {
  return { ok: true, value: { state: 'invalid', reason } }
}
