import { isIP } from 'node:net'

/** Whether a host is this machine itself. */
export function isLoopback(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, '').toLowerCase()
  return name === 'localhost' || name === '::1' || (isIP(name) === 4 && name.startsWith('127.'))
}

/**
 * Whether a request comes from a page of `host` or from no page. Browsers state where a request comes from:
 * `same-origin` comes first, because a proxy may change Host. `none` is also what extensions send, so a foreign Origin is
 * refused with it. Other clients send neither header.
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
