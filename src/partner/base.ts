import { UnusableError } from '../lib/errors.ts'

const servicePath = '/api/partner/v1'

/** The partner's interface: its origin and the path above all routes, without a trailing slash. */
export type PartnerBase = { origin: string; path: string; url: URL }

/** Reads PARTNER_BASE_URL: the service's URL, or that of any of its routes, such as a product's. */
export function toPartnerBase(baseUrl: string): PartnerBase {
  const url = URL.parse(baseUrl)
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new UnusableError('partner', `PARTNER_BASE_URL is "${baseUrl}"; it must be an http or https URL.`)
  }
  const [above = ''] = `${url.pathname}/`.split(`${servicePath}/`)
  const path = above.replace(/\/+$/, '') + servicePath
  return { origin: url.origin, path, url: new URL(`${path}/`, url.origin) }
}
