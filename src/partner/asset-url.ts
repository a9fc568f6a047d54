import ipaddr from 'ipaddr.js'
import { imageFields, pdfFields } from '../contracts/partner.ts'
import { fileKey } from '../core/text/signed-url.ts'
import type { Product } from '../core/record/product.ts'
import { quote } from '../lib/text/quote.ts'
import { hideSecrets } from '../lib/text/secrets.ts'
import type { PartnerBase } from './base.ts'

export type AssetRules = {
  base: PartnerBase
  /** Hosts other than the partner's own that may serve assets: exact names or `*.suffix`. */
  allowedHosts: readonly string[]
  allowPrivate: boolean
}

/** Returns the URL of an asset, resolved against the partner's, or the reason why it may not be fetched. */
export function toAssetUrl(
  text: string,
  rules: AssetRules,
): { ok: true; url: URL } | { ok: false; reason: string } {
  const url = URL.parse(text, rules.base.url.href)
  if (url === null)
    return refuse(`"${quote(fileKey(text), 200)}" is not a URL. Ask the partner to repair the link`)
  if (!/^https?:$/.test(url.protocol))
    return refuse(`${url.protocol} URLs are not allowed. Ask the partner to repair the link`)
  if (url.username !== '' || url.password !== '')
    return refuse('URLs with a user or password are not allowed. Ask the partner to repair the link')
  if (!isAllowedHost(url.hostname, rules)) {
    return refuse(`${url.hostname} is not the partner’s own host. To allow it, add it to ASSET_HOSTS`)
  }
  const literal = url.hostname.replace(/^\[|\]$/g, '')
  if (ipaddr.isValid(literal) && !isPublicAddress(literal) && !mayBePrivate(url.origin, rules)) {
    return refuse(`${url.hostname} is a private address other than the partner’s own`)
  }
  return { ok: true, url }
}

/** Links with a signature, by the link without it. */
export type SignedLinks = ReadonlyMap<string, string>

/**
 * A product with absolute links to its files, without signatures, and the signed links. Relative links are
 * resolved as a browser would on a page of the partner's interface: `/media/a.jpg` from its origin, `a.jpg`
 * from its path. Text that is not a link is unchanged, and is reported as a missing file.
 */
export function withFileKeys(product: Product, base: PartnerBase): { product: Product; links: SignedLinks } {
  const links = new Map<string, string>()
  const fields = [...pdfFields, ...imageFields].flatMap((field) => {
    const text = product[field]
    const isRelative = text !== '' && !URL.canParse(text) && URL.canParse(text, base.url.href)
    const link = isRelative ? new URL(text, base.url).href : text
    const key = fileKey(link)
    if (key !== link) links.set(key, link)
    return key === text ? [] : [[field, key] as const]
  })
  return {
    product: fields.length === 0 ? product : { ...product, ...Object.fromEntries(fields) },
    links,
  }
}

/** False for loopback, private, link-local and all other special ranges, in IPv4, IPv6 or one inside the other. */
export function isPublicAddress(address: string): boolean {
  return ipaddr.process(address).range() === 'unicast'
}

/** Only the configured origin may have a private address without permission. */
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
  return { ok: false, reason: hideSecrets(reason) }
}
