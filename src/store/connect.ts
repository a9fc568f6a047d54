import { Redis } from 'ioredis'
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

/** Opens a connection that logs its troubles once each time they begin. */
export function connectRedis(address: RedisAddress, log: Logger): Redis {
  const redis = new Redis({ ...toOptions(address), maxRetriesPerRequest: null, replyMapping: 'legacy' })
  let lost = false
  redis.on('error', (error: Error) => {
    if (!lost) log.error({ err: error }, 'Redis connection lost; trying again until it is back')
    lost = true
  })
  redis.on('ready', () => {
    if (lost) log.info('Redis connection is back')
    lost = false
  })
  return redis
}
