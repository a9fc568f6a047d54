import type { ConnectionOptions } from 'node:tls'
import { Redis } from 'ioredis'
import { z } from 'zod'
import { MirrorError } from '../../lib/errors.ts'
import type { RedisNode } from '../../lib/redis-url.ts'
import type { Found } from './primary-connector.ts'

export type Login = { username?: string; password?: string; tls?: ConnectionOptions }

const askMs = 2_000

const Node = z.tuple([z.string().nullable(), z.number()], z.unknown())
const Slots = z.array(z.tuple([z.number(), z.number(), Node], Node))
const Address = z.tuple([z.string(), z.coerce.number()])

/**
 * Requests the primary of a key's slot from a cluster node; throws if the node knows none, or if the cluster accepts no
 * commands.
 */
export async function findClusterPrimary(node: RedisNode, login: Login, key: string): Promise<Found> {
  const found = await findOwner(node, login, key)
  const { host, port } = found.primary
  const named = `its primary ${host}:${port}`
  const info = await asking(found.primary, login, (redis) => redis.cluster('INFO')).catch(
    (cause: unknown) => {
      throw new MirrorError(`${named} does not respond`, { cause })
    },
  )
  // A node that has just started refuses commands for two seconds.
  if (!info.includes('cluster_state:ok')) throw new MirrorError(`${named} reports that the cluster is down`)
  return found
}

function findOwner(node: RedisNode, login: Login, key: string): Promise<Found> {
  return asking(node, login, async (redis) => {
    const slot = await redis.cluster('KEYSLOT', key)
    const ranges = Slots.parse(await redis.cluster('SLOTS'))
    // A node that does not know its own name or address omits it.
    const toNode = ([host, port]: z.infer<typeof Node>): RedisNode => ({
      host: host === null || /^\??$/.test(host) ? node.host : host,
      port,
    })
    const owner = ranges.find(([first, last]) => first <= slot && slot <= last)
    if (owner === undefined) throw new MirrorError(`no node of the cluster serves slot ${slot}`)
    return { primary: toNode(owner[2]), others: ranges.flatMap(([, , ...nodes]) => nodes.map(toNode)) }
  })
}

/** Requests the primary with a given name from a Sentinel; throws if it knows none. */
export function findSentinelPrimary(node: RedisNode, login: Login, name: string): Promise<Found> {
  return asking(node, login, async (sentinel) => {
    const answer = await sentinel.call('SENTINEL', 'GET-MASTER-ADDR-BY-NAME', name)
    if (answer === null) throw new MirrorError(`this Sentinel knows no primary "${name}"`)
    const [host, port] = Address.parse(answer)
    return { primary: { host, port }, others: [] }
  })
}

async function asking<T>(node: RedisNode, login: Login, question: (redis: Redis) => Promise<T>): Promise<T> {
  const redis = new Redis({
    ...node,
    ...login,
    lazyConnect: true,
    retryStrategy: null,
    enableReadyCheck: false,
    connectTimeout: askMs,
    commandTimeout: askMs,
    replyMapping: 'legacy',
  })
  // The reason for a refused connection is only in this event.
  let reason: unknown
  redis.on('error', (error: Error) => (reason ??= error))
  try {
    return await question(redis)
  } catch (error) {
    throw reason ?? error
  } finally {
    redis.disconnect()
  }
}
