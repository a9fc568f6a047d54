import { CmsErrorBody } from '../../contracts/cms/error.ts'
import { UnusableError } from '../../lib/errors.ts'
import type { Read } from '../../lib/http/exchange.ts'
import { describeResponse, jsonOf } from '../../lib/http/json.ts'
import { headerOf, type Response } from '../../lib/http/send.ts'
import { type Asked, redirected, turnedIntoGet } from './redirected.ts'
import { compact } from '../../lib/compact.ts'

/** A request that was refused with a 4xx, by the CMS or by something in front of it. */
export type Refusal = {
  status: number
  /** Status and message of the response. */
  summary: string
  /** The CMS's own error code; undefined if the response is not from its API. */
  code: string | undefined
  body: unknown
  /** The login that the response demands: `Basic realm="Staging"`. */
  challenge?: string
  /** The cause, if it may be a missing right or a missing route. */
  lacks?: 'rights' | 'route'
}

export type CmsResponse = { status: number; body: unknown; response: Response; refusal: Refusal | undefined }

/**
 * Handles the responses that have the same meaning for every request: temporary failures are retried, and
 * redirects throw UnusableError.
 */
export function readResponse(response: Response, doing: string, asked: Asked): Read<CmsResponse> {
  const { status } = response
  const body = jsonOf(response)
  // The mirror sends no POST whose response is a list.
  if (asked.method === 'POST' && status < 300 && Array.isArray(body)) throw turnedIntoGet(doing, status)
  if (status < 300 && body !== undefined)
    return { ok: true, value: { status, body, response, refusal: undefined } }
  const summary = describeResponse(response)
  if (status >= 500 || status === 408 || status === 425) return { ok: false, reason: `returned ${summary}` }
  if (status >= 300 && status < 400) {
    throw redirected({ doing, status, to: headerOf(response, 'location') ?? '' }, asked)
  }
  if (status < 400) return { ok: false, reason: `returned ${summary}, which is not JSON` }
  const error = CmsErrorBody.safeParse(body).data
  const challenge = headerOf(response, 'www-authenticate')
  const refusal: Refusal = compact({ status, summary, code: error?.code, body, challenge })
  if (status === 401 || status === 403 || lacksRights(error)) refusal.lacks = 'rights'
  else if (status === 404 && (body === undefined || error?.code === 'rest_no_route')) refusal.lacks = 'route'
  return { ok: true, value: { status, body, response, refusal } }
}

/** The CMS's own error code; undefined without one. */
export function codeOf(response: Response): string | undefined {
  return response.status < 400 ? undefined : CmsErrorBody.safeParse(jsonOf(response)).data?.code
}

/** Whether a refusal proves that a page or an attachment does not exist: no other status or code does. */
export function isGone(refusal: { status: number; code: string | undefined }): boolean {
  return refusal.status === 404 && refusal.code === 'rest_post_invalid_id'
}

/** Whether a response proves that the requested page or attachment does not exist. */
export function saysGone(response: Response): boolean {
  return isGone({ status: response.status, code: codeOf(response) })
}

/** The error for a refused request if the credentials are accepted. */
export function refused(doing: string, { summary, lacks }: Refusal): UnusableError {
  if (lacks === 'route') return wrongRoot(doing, `returned ${summary}`)
  const advice =
    lacks === 'rights'
      ? 'It accepts the credentials: check what their user may do, and whether a firewall or a plug-in blocks this request.'
      : 'Check CMS_API_ROOT and CMS_NAMESPACE with the command doctor.'
  return new UnusableError('cms', `The CMS refused a request while ${doing} (${summary}). ${advice}`)
}

/** The error for a CMS without our routes. */
export function wrongRoot(doing: string, what: string): UnusableError {
  return new UnusableError(
    'cms',
    `The CMS has no route for ${doing}: it ${what.replace(/\.$/, '')}. Check CMS_API_ROOT (the REST root) and CMS_NAMESPACE (cms/v2, or wp/v2 for a stock WordPress).`,
  )
}

/** The error for a root that is a path, although the site has plain permalinks. */
export function plainPermalinks(doing: string, root: string): UnusableError {
  return new UnusableError(
    'cms',
    `The CMS has plain permalinks, so it has no REST API at a path, while ${doing}. Set CMS_API_ROOT=${root}, or another permalink structure in the CMS.`,
  )
}

/** An unauthenticated request for unpublished pages is refused as an invalid `status` parameter. */
function lacksRights(error: CmsErrorBody | undefined): boolean {
  if (error?.code !== 'rest_invalid_param') return false
  return JSON.stringify(error.data?.['details'] ?? null).includes('"rest_forbidden_status"')
}
