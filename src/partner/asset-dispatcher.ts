import { lookup } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { Agent, Pool } from 'undici'
import { forbiddenAddress } from '../lib/http/send.ts'
import { type AssetRules, isPublicAddress, mayBePrivate } from './asset-url.ts'

export type AssetDispatcherOptions = { rules: AssetRules; connections: number; maxBytes: number }

/** Connections to any asset host. The address is checked on connecting, so that DNS cannot change it after the check. */
export function createAssetDispatcher({ rules, connections, maxBytes }: AssetDispatcherOptions): Agent {
  return new Agent({
    factory: (origin) =>
      new Pool(origin, {
        connections,
        allowH2: false,
        maxResponseSize: maxBytes,
        headersTimeout: 0,
        bodyTimeout: 0,
        connect: mayBePrivate(new URL(origin).origin, rules)
          ? { timeout: 10_000 }
          : { timeout: 10_000, lookup: lookupPublic },
      }),
  })
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
