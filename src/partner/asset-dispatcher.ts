import { lookup } from 'node:dns'
import type { LookupFunction } from 'node:net'
import type { Agent } from 'undici'
import { createAgent } from '../lib/http/dispatcher.ts'
import type { Network } from '../lib/http/proxy.ts'
import { forbiddenAddress } from '../lib/http/send.ts'
import { type AssetRules, isPublicAddress, mayBePrivate } from './asset-url.ts'

export type AssetDispatcherOptions = {
  network: Network
  rules: AssetRules
  connections: number
  maxBytes: number
}

/**
 * Connections to any asset host. The address is checked on connecting, so that DNS cannot change it after the check. A
 * proxy resolves the names of its targets, so their addresses must be restricted in the proxy.
 */
export function createAssetDispatcher(options: AssetDispatcherOptions): Agent {
  const { network, rules, connections, maxBytes } = options
  const limits = { connections, allowH2: false, maxResponseSize: maxBytes, headersTimeout: 0, bodyTimeout: 0 }
  return createAgent(network, limits, (origin) => (mayBePrivate(origin, rules) ? undefined : lookupPublic))
}

/** A DNS lookup that returns public addresses only. */
const lookupPublic: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, '')
    const open = addresses.filter(({ address }) => isPublicAddress(address))
    const [first] = open
    if (first === undefined) return callback(forbidden(hostname), '')
    return options.all === true ? callback(null, open) : callback(null, first.address, first.family)
  })
}

function forbidden(hostname: string): NodeJS.ErrnoException {
  const message = `${hostname} resolves to a private address other than the partner’s own`
  return Object.assign(new Error(message), { code: forbiddenAddress })
}
