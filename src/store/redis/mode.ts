import type { Redis } from 'ioredis'
import { toText, type RedisAddress } from './address.ts'
import { RedisUnreachableError } from './connect.ts'

/**
 * Throws RedisUnreachableError if REDIS_URL names a single node of a cluster, or a Sentinel, as if it were the whole
 * Redis: it would refuse most commands.
 */
export async function assertMode(redis: Redis, address: RedisAddress): Promise<void> {
  if ('path' in address || !/^rediss?:/.test(address.url)) return
  const [, mode] = /^redis_mode:(\w+)/m.exec(await redis.info('server')) ?? []
  const at = toText(address)
  if (mode === 'cluster')
    throw new RedisUnreachableError(
      `Redis at ${at} cannot be used: it is a node of a cluster. Set REDIS_URL to ${at.replace('://', '+cluster://')}, with more of its nodes.`,
    )
  if (mode === 'sentinel')
    throw new RedisUnreachableError(
      `Redis at ${at} cannot be used: it is a Sentinel. Set REDIS_URL to ${at.replace('://', '+sentinel://')}/NAME, where NAME is the primary's, with all Sentinels.`,
    )
}
