import { parseRedisUrl, withoutLogin, type RedisNode, type RedisPlace } from '../../lib/redis-url.ts'
import { findClusterPrimary, findSentinelPrimary, type Login } from './find-primary.ts'
import { createKeys } from './keys.ts'
import { connectorTo, createLocator, type Locator } from './primary-connector.ts'
import { compact } from '../../lib/compact.ts'

/** Certificates in PEM. */
export type RedisTls = { ca?: string; cert?: string; key?: string }

export type RedisAddress =
  | { path: string }
  | { url: string; tls?: RedisTls; sentinelPassword?: string | undefined; mirrorId?: string }

/** A primary that is silent for longer may hang: the connection is reopened to the current primary. */
const silentMs = 15_000

/** Connection options for both ioredis and BullMQ. */
export function toOptions(address: RedisAddress) {
  if ('path' in address) return { path: address.path, reconnectOnError }
  const place = parseRedisUrl(address.url)
  if (place.kind === 'socket') return { path: place.path, reconnectOnError }
  const { username, password, db } = place
  const tls = place.tls ? { ...address.tls } : undefined
  const login: Login = compact({ username, password, tls })
  const common: Login & { db?: number } = compact({ ...login, db })
  if (place.kind === 'server') return { ...place.nodes[0], ...common, reconnectOnError }
  const locator = locatorOf(place, address, login)
  return {
    ...common,
    Connector: connectorTo(locator, tls),
    reconnectOnError: (error: Error) => followMove(error, locator) || reconnectOnError(error),
    retryStrategy: (times: number) => Math.min(50 * 2 ** times, 2_000),
    socketTimeout: silentMs,
  }
}

function locatorOf(
  place: Exclude<RedisPlace, { kind: 'socket' }>,
  { mirrorId = '', sentinelPassword }: { mirrorId?: string; sentinelPassword?: string | undefined },
  { tls, ...login }: Login,
): Locator {
  const withTls = tls && { tls }
  if (place.kind !== 'sentinel') {
    // All keys of the mirror are in one slot, so any of them identifies it.
    const { formats } = createKeys(mirrorId, { inCluster: true })
    return createLocator(place.nodes, (node) => findClusterPrimary(node, { ...login, ...withTls }, formats))
  }
  const sentinelLogin = { ...(sentinelPassword && { password: sentinelPassword }), ...withTls }
  return createLocator(place.nodes, (node) => findSentinelPrimary(node, sentinelLogin, place.primary))
}

/** The URL without its credentials. */
export function toText(address: RedisAddress): string {
  return 'path' in address ? address.path : withoutLogin(address.url)
}

export function isCluster(url: string | undefined): boolean {
  return url !== undefined && parseRedisUrl(url).kind === 'cluster'
}

/** Whether a replica takes over from a lost primary. */
export function hasFailover(url: string | undefined): boolean {
  return url !== undefined && ['cluster', 'sentinel'].includes(parseRedisUrl(url).kind)
}

/** After a failover the name resolves to the new primary, but an open connection still leads to a former one. */
function reconnectOnError({ message }: Error): boolean {
  return message.startsWith('READONLY')
}

/** Another node has the slot now, so the refused command is sent again to that node. */
function followMove({ message }: Error, locator: Locator): 2 | false {
  const [, host = '', port] = /^MOVED \d+ (.*):(\d+)$/.exec(message) ?? []
  if (port === undefined) return false
  const named: RedisNode | undefined = /^\??$/.test(host) ? undefined : { host, port: Number(port) }
  locator.moved(named)
  return 2
}
