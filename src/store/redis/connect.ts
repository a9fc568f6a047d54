import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { MirrorError, reasonOf } from '../../lib/errors.ts'
import { isRefusedByRedis } from '../../lib/redis-refusal.ts'
import type { Logger } from '../../lib/logger.ts'
import { toOptions, toText, type RedisAddress } from './address.ts'

/** Redis does not respond properly; the message contains the URL and the remedy. */
export class RedisUnreachableError extends MirrorError {}

/** Opens a connection that keeps trying; logs each outage once. */
export function connectRedis(address: RedisAddress, log: Logger | undefined): Redis {
  const redis = new Redis({ ...toOptions(address), maxRetriesPerRequest: null, replyMapping: 'legacy' })
  let lost = false
  redis.on('error', (error: Error) => {
    if (!lost)
      log?.error(
        { redis: toText(address), reason: reasonOf(error) },
        'Redis does not respond; trying again until it does',
      )
    lost = true
  })
  redis.on('ready', () => {
    if (lost) log?.info('Redis responds again')
    lost = false
  })
  return redis
}

const answerMs = 5_000
const probeMs = 1_000

/** Waits for the first response on the connection; throws RedisUnreachableError if there is none within 5 s. */
export async function assertAnswers(redis: Redis, address: RedisAddress): Promise<void> {
  const reason = await findFault(redis, answerMs)
  if (reason === undefined) return
  const advice = reason.includes('NODE_EXTRA_CA_CERTS')
    ? 'Or set REDIS_TLS_CA to that file.'
    : 'Check REDIS_URL and that this Redis is running. Without REDIS_URL an embedded one is started.'
  throw new RedisUnreachableError(`Redis at ${toText(address)} cannot be used: ${reason}. ${advice}`)
}

/** Pings Redis every second until `signal` aborts; throws RedisUnreachableError after `limitMs` without a response. */
export async function watchRedis(
  redis: Redis,
  address: RedisAddress,
  limitMs: number,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const reason = await findFault(redis, limitMs)
    if (signal.aborted) return
    if (reason !== undefined)
      throw new RedisUnreachableError(
        `Redis at ${toText(address)} has been unreachable for ${limitMs / 1000} s: ${reason}. Check that Redis is running, then run the command again.`,
      )
    await sleep(probeMs, undefined, { signal, ref: false }).catch(() => undefined)
  }
}

/** Whether Redis responds now; false at once while the connection is down. */
export async function isAnswering(redis: Redis): Promise<boolean> {
  if (['close', 'reconnecting', 'end'].includes(redis.status)) return false
  const gone = once(redis, 'close').then(() => 'the connection was closed')
  return (await Promise.race([findFault(redis, answerMs), gone])) === undefined
}

/** Why Redis does not respond within `limitMs`; undefined if it does. */
async function findFault(redis: Redis, limitMs: number): Promise<string | undefined> {
  let reason = `no response within ${limitMs / 1000} s`
  const learn = (error: unknown): void => void (reason = explain(reasonOf(error)).replace(/\.$/, ''))
  redis.on('error', learn)
  const late = AbortSignal.timeout(limitMs)
  try {
    await Promise.race([redis.ping(), once(late, 'abort')])
    if (!late.aborted) return undefined
  } catch (error) {
    // With a full disk Redis refuses even a ping, but still serves reads.
    if (isRefusedByRedis(error)) return undefined
    learn(error)
  } finally {
    redis.off('error', learn)
  }
  return reason
}

/** The client's own message asks users to report a response that is not from Redis. */
function explain(reason: string): string {
  return /Unknown RESP type|Protocol error/.test(reason)
    ? 'the server at this address is not Redis, or requires TLS (rediss://)'
    : reason
}
