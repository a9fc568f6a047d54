import { dirname } from 'node:path'
import { expect, test as base } from 'vitest'
import { createLogger } from '../../../src/lib/logger.ts'
import { isRefusedByRedis } from '../../../src/lib/redis-refusal.ts'
import { connectRedis } from '../../../src/store/redis/connect.ts'
import { execute } from '../../../src/store/redis/execute.ts'
import { createKeys } from '../../../src/store/redis/keys.ts'
import { createWriteWatch } from '../../../src/store/redis/watch-writes.ts'
import { findWriteFault } from '../../../src/store/redis/write-fault.ts'
import { startTestRedis } from '../../helpers/world/redis.ts'
import { redisFaults } from '../../helpers/world/redis-faults.ts'

const keys = createKeys('faults')
const log = createLogger({ level: 'silent', destination: 'stderr' })

const test = base
  .extend('server', { scope: 'file' }, async ({}, { onCleanup }) => {
    const server = await startTestRedis()
    onCleanup(() => server.close())
    return server
  })
  .extend('redis', async ({ server }, { onCleanup }) => {
    const redis = connectRedis(server.connection, undefined)
    onCleanup(() => redis.disconnect())
    return redis
  })

test('a Redis that takes writes and evicts nothing is usable', async ({ redis }) => {
  expect(await findWriteFault(redis, keys)).toBeUndefined()
})

const refusing = Object.entries(redisFaults).filter(([name]) => name !== 'allkeys-lru')

test.for(Object.entries(redisFaults))(
  'a Redis with %s is reported with the remedy, and is usable when that is over',
  async ([, { begin, end, said }], { redis, server }) => {
    await begin(redis, dirname(server.connection.path))
    expect(await findWriteFault(redis, keys)).toMatch(said)
    await end(redis, dirname(server.connection.path))
    expect(await findWriteFault(redis, keys)).toBeUndefined()
  },
)

test.for(refusing)(
  'a refusal by a Redis with %s is distinguished from other errors, in commands, scripts and transactions',
  async ([, { begin, end }], { redis, server }) => {
    await begin(redis, dirname(server.connection.path))
    const errors = [
      await redis.hset('h', 'f', '1').catch((error: unknown) => error),
      await redis
        .eval("return redis.call('hset', KEYS[1], 'f', '1')", 1, 'h')
        .catch((error: unknown) => error),
      await execute(redis.multi().hset('h', 'f', '1').get('g')).catch((error: unknown) => error),
      await execute(redis.pipeline().hset('h', 'f', '1')).catch((error: unknown) => error),
    ]
    await end(redis, dirname(server.connection.path))
    expect(errors.map(isRefusedByRedis)).toEqual([true, true, true, true])
  },
)

test('an error of another kind is not a refusal, and names its command and key', async ({ redis }) => {
  await redis.set('text', 'x')
  const error = await execute(redis.pipeline().hset('text', 'f', '1')).catch((thrown: unknown) => thrown)
  expect(isRefusedByRedis(error)).toBe(false)
  expect(String(error)).toContain('A Redis command failed: HSET text.')
})

test('a wait for Redis ends when it takes writes again, and the recovery is reported once', async ({
  redis,
}) => {
  let recovered = 0
  const watch = createWriteWatch({ redis, keys, log }, () => void recovered++)
  watch.start()
  const { signal } = new AbortController()
  const { begin, end } = redisFaults['a full memory']
  await watch.untilWritable(signal)
  expect(watch.fault()).toBeUndefined()
  await begin(redis, '')
  const waiting = [watch.untilWritable(signal), watch.untilWritable(signal)]
  await expect.poll(() => watch.fault()).toMatch(/memory is full/)
  await end(redis, '')
  await Promise.all(waiting)
  expect({ fault: watch.fault(), recovered }).toEqual({ fault: undefined, recovered: 1 })
  watch.stop()
})

test('a lost connection may have cost the last writes, so the recovery from it is reported', async ({
  server,
  redis,
}) => {
  await redis.ping()
  const recovered = Promise.withResolvers<void>()
  const watch = createWriteWatch({ redis, keys, log }, recovered.resolve)
  watch.start()
  redis.on('error', () => undefined)
  await server.kill()
  await server.restart()
  await recovered.promise
  watch.stop()
})

test('a wait for Redis ends when the process stops', async ({ redis }) => {
  const watch = createWriteWatch({ redis, keys, log })
  watch.start()
  const { begin, end } = redisFaults['a full memory']
  await begin(redis, '')
  const stop = new AbortController()
  const waiting = watch.untilWritable(stop.signal)
  await expect.poll(() => watch.fault()).toBeDefined()
  stop.abort(new Error('stopping'))
  await expect(waiting).rejects.toThrow('stopping')
  await end(redis, '')
  watch.stop()
})
