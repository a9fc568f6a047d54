import { once } from 'node:events'
import { Redis } from 'ioredis'
import { MirrorError, reasonOf } from '../lib/errors.ts'
import type { Logger } from '../lib/logger.ts'

export type RedisAddress = { url: string } | { path: string }

/** Connection options for ioredis and BullMQ alike. */
export function toOptions(address: RedisAddress) {
  if ('path' in address) return { path: address.path }
  const url = new URL(address.url)
  if (url.protocol === 'unix:') return { path: decodeURIComponent(url.pathname) }
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? 6379 : Number(url.port),
    ...(url.username !== '' && { username: decodeURIComponent(url.username) }),
    ...(url.password !== '' && { password: decodeURIComponent(url.password) }),
    ...(url.pathname.length > 1 && { db: Number(url.pathname.slice(1)) }),
    ...(url.protocol === 'rediss:' && { tls: {} }),
  }
}

/** Redis gives no usable answer; the message names the address and says what to do. */
export class RedisUnreachableError extends MirrorError {}

/** Opens a connection that keeps trying; with a log it tells its troubles once each time they begin. */
export function connectRedis(address: RedisAddress, log: Logger | undefined): Redis {
  const redis = new Redis({ ...toOptions(address), maxRetriesPerRequest: null, replyMapping: 'legacy' })
  let lost = false
  redis.on('error', (error: Error) => {
    if (!lost)
      log?.error(
        { redis: toText(address), reason: reasonOf(error) },
        'Redis does not answer; trying again until it does',
      )
    lost = true
  })
  redis.on('ready', () => {
    if (lost) log?.info('Redis answers again')
    lost = false
  })
  return redis
}

const answerMs = 5_000

/** Waits for the connection's first answer; throws RedisUnreachableError when there is none within 5 s. */
export async function assertAnswers(redis: Redis, address: RedisAddress): Promise<void> {
  let reason = `no answer within ${answerMs / 1000} s`
  const learn = (error: Error): void => void (reason = reasonOf(error))
  redis.on('error', learn)
  const late = AbortSignal.timeout(answerMs)
  try {
    await Promise.race([redis.ping(), once(late, 'abort')])
    if (!late.aborted) return
  } catch (error) {
    reason = reasonOf(error)
  } finally {
    redis.off('error', learn)
  }
  throw new RedisUnreachableError(
    `Redis at ${toText(address)} cannot be used: ${reason.replace(/\.$/, '')}. Check REDIS_URL, and that this Redis runs; without REDIS_URL an embedded one is started.`,
  )
}

/** The address without its credentials. */
function toText(address: RedisAddress): string {
  if ('path' in address) return address.path
  const { protocol, host, pathname } = new URL(address.url)
  return `${protocol}//${host}${pathname}`
}
