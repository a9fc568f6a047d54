import { toProduct } from '../core/record/product.ts'
import type { RecordKey } from '../core/record/record.ts'
import { UnusableError } from '../lib/errors.ts'
import type { Read } from '../lib/http/exchange.ts'
import { describeReply, isObject, jsonOf } from '../lib/http/json.ts'
import { headerOf, type RequestFailure, type Response } from '../lib/http/send.ts'
import type { Fetched } from '../sync/ports/partner.ts'

/** What the partner's reply says about a record, asked for with `etag` when one was known. */
export function readProduct(reply: Response, key: RecordKey, etag: string | undefined): Read<Fetched> {
  const { status } = reply
  assertTokenAccepted(reply)
  if (status === 200) return readRecord(reply, key)
  if (status === 304 && etag !== undefined) return { ok: true, value: { state: 'unchanged' } }
  if (status === 404) return { ok: true, value: readAbsence(reply) }
  if (isPassing(status)) return { ok: false, reason: `the partner answered ${describeReply(reply)}` }
  const location = headerOf(reply, 'location')
  const where = location === undefined ? '' : `, redirecting to ${location}; it is not followed`
  return invalid(`the partner answered ${describeReply(reply)}${where}. Check PARTNER_BASE_URL`)
}

/** Why no answer could be used, in a sentence about the partner. */
export function explainLost({ code, reason }: Pick<RequestFailure, 'code' | 'reason'>): string {
  if (code.startsWith('HTTP_')) return reason
  return code === 'BROKEN' ? `the partner was ${reason}` : `the partner gave no whole answer: ${reason}`
}

/** Throws when the reply refuses the token: nothing can be fetched before a person changes it. */
export function assertTokenAccepted(reply: Response): void {
  if (reply.status !== 401 && reply.status !== 403) return
  throw new UnusableError(
    'partner',
    `The partner refuses the token (${describeReply(reply)}). Check PARTNER_TOKEN, and that it may read product data.`,
  )
}

/** True for statuses that may be another one when asked again. */
export function isPassing(status: number): boolean {
  return status >= 500 || status === 408 || status === 425
}

function readRecord(reply: Response, { gtin, language }: RecordKey): Read<Fetched> {
  const body = jsonOf(reply)
  if (body === undefined) {
    return { ok: false, reason: `the partner answered ${describeReply(reply)}, which is not JSON` }
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
      `the partner answered in ${product.language} when asked for ${language}: another language is never published. Ask the partner for the record in ${language}`,
    )
  }
  if (product.name === '') return invalid('the record has no name. Ask the partner to fix it')
  const etag = headerOf(reply, 'etag')
  const own = product.language === language ? product : { ...product, language }
  return {
    ok: true,
    value: { state: 'present', product: own, unknownFields, ...(etag === undefined ? {} : { etag }) },
  }
}

/** Only the interface itself answers JSON; a proxy's or web server's 404 says nothing about the product. */
function readAbsence(reply: Response): Fetched {
  if (isObject(jsonOf(reply))) return { state: 'absent' }
  const reason = `the partner answered ${describeReply(reply)}: not the interface’s own 404, so it does not say that the product is gone`
  return { state: 'unreachable', reason }
}

function invalid(reason: string): Read<Fetched> {
  return { ok: true, value: { state: 'invalid', reason } }
}
