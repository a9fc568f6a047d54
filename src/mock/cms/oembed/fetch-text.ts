import { isIPv6 } from 'node:net'
import ipaddr from 'ipaddr.js'

const timeoutMs = 5000
const maxBytes = 150 * 1024
const maxHops = 3

/** Whether the server may ask a host: itself and its neighbours on this machine, and what was named to it. */
export function mayAsk(address: string, hosts: readonly string[]): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname } = new URL(address)
  if (protocol !== 'http:' && protocol !== 'https:') return false
  return hosts.includes(hostname) || isLoopback(hostname)
}

function isLoopback(hostname: string): boolean {
  if (hostname === 'localhost') return true
  const bare = hostname.replace(/^\[|\]$/g, '')
  return (
    ipaddr.isValid(bare) && ipaddr.parse(bare).range() === 'loopback' && (isIPv6(bare) || bare.includes('.'))
  )
}

/** The first 150 KiB at an address; undefined for whatever is no 2xx, takes too long, or leads to a host that may not be asked. */
export async function fetchText(address: string, hosts: readonly string[]): Promise<string | undefined> {
  const signal = AbortSignal.timeout(timeoutMs)
  let url = address
  try {
    for (let hop = 0; hop <= maxHops && mayAsk(url, hosts); hop++) {
      const response = await fetch(url, { redirect: 'manual', signal })
      const location = response.headers.get('location')
      if (response.ok) return await readStart(response)
      await response.body?.cancel()
      if (response.status < 300 || response.status > 399 || location === null) return undefined
      url = new URL(location, url).href
    }
  } catch {
    // Refused, broken off, timed out: all the same to who asked.
  }
  return undefined
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
