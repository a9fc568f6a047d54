import type { Redis } from 'ioredis'
import { reasonOf } from '../../lib/errors.ts'
import { isRefusedByRedis } from '../../lib/redis-refusal.ts'
import { wholeMs } from '../../lib/time/whole-ms.ts'
import type { Keys } from './keys.ts'

/** Why Redis can lose data that exists nowhere else; undefined with the policy `noeviction`. */
export function explainEviction(policy: string): string | undefined {
  return policy === 'noeviction' || policy === ''
    ? undefined
    : `maxmemory-policy is ${policy}: Redis may evict jobs and snapshots. Set it to noeviction`
}

const remedies: readonly (readonly [error: RegExp, what: string])[] = [
  [/^OOM\b/, 'its memory is full. Raise maxmemory, or give it more memory'],
  [/^MISCONF\b/, 'it cannot save to its disk. Check its log and the free space of its disk'],
  [/^READONLY\b/, 'it is a read-only replica. Set REDIS_URL to the primary'],
  [/^CLUSTERDOWN\b/, 'no primary serves the slot of the mirror. Check the nodes of the cluster'],
  [/^(?:ASK|TRYAGAIN)\b/, 'the slot of the mirror is being moved. Wait until that is done'],
  [/^NOREPLICAS\b/, 'it misses replicas (min-replicas-to-write). Check its replicas'],
]

/**
 * Why Redis cannot be written to now, with the remedy; undefined if it accepts and keeps writes. Rejects if the
 * connection is closed.
 */
export async function findWriteFault(redis: Redis, keys: Keys): Promise<string | undefined> {
  const evicting = explainEviction(await readPolicy(redis))
  if (evicting !== undefined) return evicting
  try {
    await redis.set(keys.writeTest, '1', 'PX', wholeMs(60_000))
    return undefined
  } catch (error) {
    if (!isRefusedByRedis(error)) throw error
    const message = reasonOf(error).replace(/\.$/, '')
    const [, what = 'Check its log'] = remedies.find(([pattern]) => pattern.test(message)) ?? []
    return `it refuses writes (${message}): ${what}`
  }
}

/** "" if Redis does not return it. */
async function readPolicy(redis: Redis): Promise<string> {
  const memory = await redis.info('memory').catch(() => '')
  return /^maxmemory_policy:(.*)$/m.exec(memory)?.[1]?.trim() ?? ''
}
