import { lookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import { Agent, fetch, type Response } from 'undici'

const timeoutMs = 5000
const maxBytes = 150 * 1024
const maxHops = 3

/** Whether the server may contact a host. `hosts` contains each allowed one, with a port or for all ports. */
export function mayAsk(address: string, hosts: readonly string[]): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, host, hostname } = new URL(address)
  if (protocol !== 'http:' && protocol !== 'https:') return false
  return hosts.includes(host) || hosts.includes(hostname)
}

/**
 * The first 150 KiB at a URL. Undefined if the status is not 2xx, the time runs out, or it redirects to a host that is
 * not allowed.
 */
export async function fetchText(address: string, hosts: readonly string[]): Promise<string | undefined> {
  const signal = AbortSignal.timeout(timeoutMs)
  const dispatcher = new Agent({ connect: { lookup: lookupPublic }, allowH2: false })
  let url = address
  try {
    for (let hop = 0; hop <= maxHops && mayAsk(url, hosts); hop++) {
      const response = await fetch(url, { redirect: 'manual', signal, dispatcher })
      const location = response.headers.get('location')
      if (response.ok) return await readStart(response)
      await response.body?.cancel()
      if (response.status < 300 || response.status > 399 || location === null) return undefined
      url = new URL(location, url).href
    }
  } catch {
    // The caller handles all failures of the connection alike.
  } finally {
    void dispatcher.destroy()
  }
  return undefined
}

/** A host name must not resolve to a private address. Only `localhost` and literal addresses may be private. */
const lookupPublic: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, '')
    const open = addresses.filter(({ address }) => hostname === 'localhost' || isPublic(address))
    const [first] = open
    if (first === undefined) return callback(new Error(`${hostname} has no public address`), '')
    return options.all === true ? callback(null, open) : callback(null, first.address, first.family)
  })
}

function isPublic(address: string): boolean {
  return isIP(address) !== 0 && ipaddr.process(address).range() === 'unicast'
}

async function readStart({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body ?? []) {
    chunks.push(chunk)
    size += chunk.length
    if (size >= maxBytes) break
  }
  return Buffer.concat(chunks).subarray(0, maxBytes).toString()
}
