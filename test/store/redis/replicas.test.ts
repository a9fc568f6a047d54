import { expect, test as base } from 'vitest'
import { reasonOf } from '../../../src/lib/errors.ts'
import { connectRedis } from '../../../src/store/redis/connect.ts'
import { createKeys } from '../../../src/store/redis/keys.ts'
import { createReplicaWait } from '../../../src/store/redis/replicas.ts'
import { createStores } from '../../../src/store/stores.ts'
import { startRedisServer, until, type RedisServer } from '../../helpers/redis/server.ts'

const test = base
  .extend('primary', async ({}, { onCleanup }) => {
    const primary = await startRedisServer({ appendonly: 'yes' })
    onCleanup(() => primary.close())
    return primary
  })
  .extend('replica', async ({ primary }, { onCleanup }) => {
    const replica = await startRedisServer({ replicaof: `127.0.0.1 ${primary.port}` })
    onCleanup(() => replica.close())
    await until('the replica is in step', async () =>
      /state=online/.test(await primary.redis.info('replication')),
    )
    return replica
  })
  .extend('redis', async ({ primary }, { onCleanup }) => {
    const redis = connectRedis({ url: `redis://127.0.0.1:${primary.port}` }, undefined)
    redis.on('error', () => undefined)
    onCleanup(() => redis.disconnect())
    return redis
  })

/** Waits until a client waits. */
const untilWaiting = ({ redis }: RedisServer): Promise<void> =>
  until('a client waits', async () => /cmd=wait/.test(String(await redis.client('LIST'))))

test('a wait ends when a replica has the writes', async ({ primary, replica, redis }) => {
  await redis.ping()
  replica.freeze()
  await redis.set('a', '1')
  let isOver = false
  const waiting = createReplicaWait(redis, 60_000)().then(() => (isOver = true))
  await untilWaiting(primary)
  expect(isOver).toBe(false)
  replica.thaw()
  await waiting
  expect(await replica.redis.get('a')).toBe('1')
})

test('a replica that hangs is waited for once', async ({ replica, redis }) => {
  replica.freeze()
  await redis.set('a', '1')
  const untilCopied = createReplicaWait(redis, 1)
  await untilCopied()
  const waits = async (): Promise<string | undefined> =>
    /cmdstat_wait:calls=(\d+)/.exec(await redis.info('commandstats'))?.[1]
  expect(await waits()).toBe('1')
  await untilCopied()
  expect(await waits()).toBe('1')
  replica.thaw()
})

test('without a replica nothing is waited for', async ({ redis }) => {
  await redis.set('a', '1')
  await createReplicaWait(redis)()
  expect(await redis.info('commandstats')).not.toContain('cmdstat_wait')
})

test('a primary that is lost before its replica has the write fails the write', async ({
  primary,
  replica,
  redis,
}) => {
  replica.freeze()
  await redis.set('a', '1')
  const waiting = createReplicaWait(redis, 60_000)()
  const failure = waiting.catch(reasonOf)
  await untilWaiting(primary)
  await primary.kill()
  await primary.restart()
  replica.thaw()
  expect(await failure).toBe('Redis was lost before a replica had what was written.')
})

test('intents and claims are waited for before a write may leave', async ({ redis }) => {
  const steps: string[] = []
  const keys = createKeys('waiting')
  const stores = createStores(redis, keys, {
    claimMs: 10_000,
    untilCopied: async () => {
      const [intents, claims] = await Promise.all([redis.hlen(keys.intents), redis.hlen(keys.mediaClaims)])
      steps.push(`${intents} intents, ${claims} claims`)
    },
  })
  await stores.writes.intend('2026-11-20-1', [{ key: 'parent:products', known: undefined }])
  await stores.media.claim('a'.repeat(64))
  await stores.media.claim('a'.repeat(64))
  expect(steps).toEqual(['1 intents, 0 claims', '1 intents, 1 claims'])
})
