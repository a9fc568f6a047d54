import { CmsErrorBody } from '../contracts/cms/error.ts'
import { UnusableError } from '../lib/errors.ts'
import type { Read } from '../lib/http/exchange.ts'
import { describeResponse, jsonOf } from '../lib/http/json.ts'
import { headerOf, type Response } from '../lib/http/send.ts'

/** A JSON response to the request itself; `refusal` quotes the CMS when it refused the request. */
export type CmsResponse = { status: number; body: unknown; response: Response; refusal: string | undefined }

/**
 * Handles the responses that mean the same for every request: temporary failures are retried; rejected credentials,
 * a wrong root or namespace and redirects throw UnusableError.
 */
export function readResponse(response: Response, doing: string): Read<CmsResponse> {
  const { status } = response
  const body = jsonOf(response)
  if (status < 300 && body !== undefined)
    return { ok: true, value: { status, body, response, refusal: undefined } }
  const said = describeResponse(response)
  if (status >= 500 || status === 408 || status === 425) return { ok: false, reason: `answered ${said}` }
  if (status >= 300 && status < 400) {
    const to = headerOf(response, 'location') ?? 'nowhere'
    throw wrongRoot(doing, `answered ${status}, redirecting to ${to}`)
  }
  const error = CmsErrorBody.safeParse(body).data
  if (status === 401 || status === 403 || lacksRights(error)) {
    throw new UnusableError(
      'cms',
      `The CMS rejected the credentials while ${doing} (${said}). Check CMS_USER and CMS_PASSWORD (an application password) or CMS_TOKEN, and that the user may edit pages and upload files.`,
    )
  }
  if (status === 404 && (body === undefined || error?.code === 'rest_no_route')) {
    throw wrongRoot(doing, `answered ${said}`)
  }
  if (status < 400 && body === undefined) return { ok: false, reason: `answered ${said}, which is not JSON` }
  return { ok: true, value: { status, body, response, refusal: status < 400 ? undefined : said } }
}

/** The code of the CMS's own error; undefined for any other response. */
export function codeOf(response: Response): string | undefined {
  return response.status < 400 ? undefined : CmsErrorBody.safeParse(jsonOf(response)).data?.code
}

/** Whether the CMS itself says that what was asked for does not exist. */
export function isGone(response: Response): boolean {
  const code = [404, 410].includes(response.status) ? codeOf(response) : undefined
  return code !== undefined && code !== 'rest_no_route'
}

/** The error of a refused request that should have been accepted. */
export function refused(doing: string, refusal: string): UnusableError {
  return new UnusableError(
    'cms',
    `The CMS refused a request while ${doing} (${refusal}). Check CMS_API_ROOT and CMS_NAMESPACE with: product-mirror doctor`,
  )
}

/** The error of a CMS that does not know our routes. */
export function wrongRoot(doing: string, what: string): UnusableError {
  return new UnusableError(
    'cms',
    `The CMS has no route for ${doing}: it ${what.replace(/\.$/, '')}. Check CMS_API_ROOT (the REST root) and CMS_NAMESPACE (cms/v2, or wp/v2 for a stock WordPress).`,
  )
}

/** An unauthenticated request for unpublished pages is refused as a wrong `status` parameter. */
function lacksRights(error: CmsErrorBody | undefined): boolean {
  if (error?.code !== 'rest_invalid_param') return false
  return JSON.stringify(error.data?.['details'] ?? null).includes('"rest_forbidden_status"')
}
