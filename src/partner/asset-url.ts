import ipaddr from 'ipaddr.js'
import type { PartnerBase } from './base.ts'

export type AssetRules = {
  base: PartnerBase
  /** Host names, exact or `*.suffix`, that assets may come from besides the partner's own. */
  allowedHosts: readonly string[]
  allowPrivate: boolean
}

/** The address of an asset (relative ones are the partner's), or why nothing is fetched from there. */
export function toAssetUrl(
  text: string,
  rules: AssetRules,
): { ok: true; url: URL } | { ok: false; reason: string } {
  const url = URL.parse(text, rules.base.url.href)
  if (url === null) return refuse(`"${text.slice(0, 200)}" is no address. Ask the partner to repair the link`)
  if (!/^https?:$/.test(url.protocol))
    return refuse(`${url.protocol} addresses are not fetched. Ask the partner to repair the link`)
  if (url.username !== '' || url.password !== '')
    return refuse('addresses with a user or password are not fetched. Ask the partner to repair the link')
  if (!isAllowedHost(url.hostname, rules)) {
    return refuse(
      `nothing is fetched from ${url.hostname}, which is not the partner’s own host. To allow it: ASSET_HOSTS`,
    )
  }
  const literal = url.hostname.replace(/^\[|\]$/g, '')
  if (ipaddr.isValid(literal) && !isPublicAddress(literal) && !mayBePrivate(url.origin, rules)) {
    return refuse(`nothing is fetched from ${url.hostname}, a private address that is not the partner’s own`)
  }
  return { ok: true, url }
}

/** False for loopback, private, link-local and every other special range, in IPv4, IPv6 or one inside the other. */
export function isPublicAddress(address: string): boolean {
  return ipaddr.process(address).range() === 'unicast'
}

/** Only the partner's own origin, which the operator configured, may be inside the private network by itself. */
export function mayBePrivate(origin: string, { base, allowPrivate }: AssetRules): boolean {
  return allowPrivate || origin === base.origin
}

function isAllowedHost(host: string, { base, allowedHosts }: AssetRules): boolean {
  if (host === base.url.hostname) return true
  return allowedHosts.some((each) => {
    const pattern = each.toLowerCase()
    return pattern.startsWith('*.') ? host.endsWith(pattern.slice(1)) : host === pattern
  })
}

function refuse(reason: string): { ok: false; reason: string } {
  return { ok: false, reason }
}
