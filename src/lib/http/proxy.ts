import ipaddr from 'ipaddr.js'

/** The HTTP access of this process to other hosts. */
export type Network = {
  /** HTTP_PROXY and HTTPS_PROXY: URLs, perhaps with user and password. */
  httpProxy?: string | undefined
  httpsProxy?: string | undefined
  /** The entries of NO_PROXY: `host`, `.suffix`, `host:port`, an address, a network or `*`. */
  noProxy?: readonly string[]
  userAgent?: string
}

export type Proxy = {
  url: string
  variable: 'HTTPS_PROXY' | 'HTTP_PROXY'
  /**
   * The proxy in messages, without user and password: `the proxy http://proxy.example:3128 (HTTPS_PROXY)`.
   */
  shown: string
}

/** The proxy for a URL; undefined if it is reached directly. */
export function proxyFor(target: string, network: Network): Proxy | undefined {
  const url = new URL(target)
  const isTls = url.protocol === 'https:'
  const proxy = isTls ? network.httpsProxy : network.httpProxy
  if (proxy === undefined || (network.noProxy ?? []).some((entry) => covers(entry, url))) return undefined
  const variable = isTls ? 'HTTPS_PROXY' : 'HTTP_PROXY'
  return { url: proxy, variable, shown: `the proxy ${new URL(proxy).origin} (${variable})` }
}

export function userAgentOf({ userAgent = 'product-mirror' }: Network): string {
  return userAgent
}

function covers(entry: string, { hostname, port, protocol }: URL): boolean {
  if (entry === '*') return true
  const host = bare(hostname)
  if (entry.includes('/')) return isInNetwork(host, entry)
  const [, name = entry, only] = /^(\[.+\]|[^:]+):(\d+)$/.exec(entry) ?? []
  if (only !== undefined && only !== (port || (protocol === 'https:' ? '443' : '80'))) return false
  const wanted = bare(name.replace(/^\*?\./, ''))
  if (ipaddr.isValid(host)) return ipaddr.isValid(wanted) && same(host, wanted)
  return host === wanted || host.endsWith(`.${wanted}`)
}

function isInNetwork(host: string, network: string): boolean {
  if (!ipaddr.isValid(host) || !ipaddr.isValidCIDR(network)) return false
  const [address, range] = [ipaddr.process(host), ipaddr.parseCIDR(network)]
  return address.kind() === range[0].kind() && address.match(range)
}

function same(one: string, other: string): boolean {
  return ipaddr.process(one).toString() === ipaddr.process(other).toString()
}

function bare(host: string): string {
  return host
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
}
