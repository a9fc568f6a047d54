import { decodeBody } from './decode-body.ts'
import { headerOf, oversized, type RequestFailure, type Response } from './send.ts'

/**
 * Unpacks the body of a response. A body that cannot be unpacked fails the request, unless its status already
 * does.
 */
export async function unpacked(
  sent: { ok: true; response: Response } | RequestFailure,
  maxBytes: number,
): Promise<{ ok: true; response: Response } | RequestFailure> {
  const encoding = sent.ok ? headerOf(sent.response, 'content-encoding') : undefined
  if (!sent.ok || encoding === undefined) return sent
  const { status, headers, bytes } = sent.response
  const decoded = await decodeBody(bytes, encoding, maxBytes)
  if (typeof decoded === 'object' && decoded.ok) {
    const { 'content-encoding': _, ...others } = headers
    return { ok: true, response: { status, headers: others, bytes: decoded.bytes } }
  }
  if (status >= 300) return sent
  return decoded === 'oversized'
    ? { ok: false, sent: true, permanent: true, code: oversized, reason: 'the unpacked body is too large' }
    : { ok: false, sent: true, permanent: false, code: 'BAD_ENCODING', reason: decoded.reason }
}
