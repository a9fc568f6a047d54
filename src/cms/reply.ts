import { CmsErrorBody } from '../contracts/cms/error.ts'
import { UnusableError } from '../lib/errors.ts'
import type { Read } from '../lib/http/exchange.ts'
import { describeReply, jsonOf } from '../lib/http/json.ts'
import { headerOf, type Response } from '../lib/http/send.ts'

/** A reply that is about the request itself: its JSON, with `refusal` when the status says no. */
export type CmsResponse = { status: number; body: unknown; reply: Response; refusal: string | undefined }

/**
 * Sorts out the replies that say the same whatever was asked: passing faults are asked again; refused
 * credentials, a wrong root or namespace and redirects throw UnusableError.
 */
export function readReply(reply: Response, doing: string): Read<CmsResponse> {
  const { status } = reply
  const body = jsonOf(reply)
  if (status < 300 && body !== undefined)
    return { ok: true, value: { status, body, reply, refusal: undefined } }
  const said = describeReply(reply)
  if (status >= 500 || status === 408 || status === 425) return { ok: false, reason: `answered ${said}` }
  if (status >= 300 && status < 400) {
    const to = headerOf(reply, 'location') ?? 'nowhere'
    throw wrongRoot(doing, `answered ${status}, redirecting to ${to}`)
  }
  const error = CmsErrorBody.safeParse(body).data
  if (status === 401 || status === 403 || asksForRights(error)) {
    throw new UnusableError(
      'cms',
      `The CMS does not let us in for ${doing} (${said}). Check CMS_USER and CMS_PASSWORD (an application password) or CMS_TOKEN, and that the user may edit pages and upload files; a CMS takes wrong credentials for an anonymous visitor.`,
    )
  }
  if (status === 404 && (body === undefined || error?.code === 'rest_no_route')) {
    throw wrongRoot(doing, `answered ${said}`)
  }
  if (status < 400 && body === undefined) return { ok: false, reason: `answered ${said}, which is not JSON` }
  return { ok: true, value: { status, body, reply, refusal: status < 400 ? undefined : said } }
}

/** Throws what a request that must not be refused has met. */
export function refused(doing: string, refusal: string): UnusableError {
  return new UnusableError(
    'cms',
    `The CMS refused ${doing} (${refusal}). Check CMS_API_ROOT and CMS_NAMESPACE with: product-mirror doctor`,
  )
}

/** What to say when the CMS knows no route of ours. */
export function wrongRoot(doing: string, what: string): UnusableError {
  return new UnusableError(
    'cms',
    `The CMS has no such route for ${doing}: it ${what.replace(/\.$/, '')}. Check CMS_API_ROOT (the REST root) and CMS_NAMESPACE (cms/v2, or wp/v2 for a stock WordPress).`,
  )
}

/** An anonymous caller who asks for unpublished pages is told that `status` is a wrong parameter. */
function asksForRights(error: CmsErrorBody | undefined): boolean {
  if (error?.code !== 'rest_invalid_param') return false
  return JSON.stringify(error.data?.['details'] ?? null).includes('"rest_forbidden_status"')
}
