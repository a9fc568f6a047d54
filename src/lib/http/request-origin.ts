import { isIP } from 'node:net'

/** Whether a host is this machine itself. */
export function isLoopback(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, '').toLowerCase()
  return name === 'localhost' || name === '::1' || (isIP(name) === 4 && name.startsWith('127.'))
}

/**
 * Whether a request is from a page of `host` or from no page. Browsers send its origin in two headers.
 * `same-origin` is checked first, because a proxy may change Host. Extensions also send `none`, so a foreign
 * Origin is refused with it. Other clients send neither header.
 */
export function isFromOwnSite(
  headers: { 'sec-fetch-site'?: string | string[] | undefined; origin?: string | undefined },
  host: string,
): boolean {
  const { 'sec-fetch-site': site, origin } = headers
  if (site === 'same-origin') return true
  if (site !== undefined && site !== 'none') return false
  return origin === undefined || (URL.canParse(origin) && new URL(origin).host === host)
}
