import { Redis } from 'ioredis'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { readConfig } from '../../../config/daemon.ts'
import { startDaemon } from '../../../src/daemon.ts'
import { createLogger } from '../../../src/lib/logger.ts'
import { openWorld, type World } from '../../helpers/world/mirror-world.ts'

const hangMs = 60_000

let world: World
beforeAll(async () => {
  world = await openWorld({ gtins: 1, languages: ['de-de'] })
})
afterAll(() => world.close())

test('a daemon that stops during its start leaves no worker connected to Redis', async () => {
  const log = createLogger({ level: 'silent', destination: 'stderr' })
  const config = readConfig({ ...world.env, SCHEDULE: '0 4 * * *' })
  const daemon = await startDaemon(config, log, () => undefined)
  const { runs } = daemon.mirror.queues
  const schedule = runs.upsertJobScheduler.bind(runs)
  const [reached, passed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const latched: typeof schedule = async (...args) => {
    reached.resolve()
    await passed.promise
    return schedule(...args)
  }
  runs.upsertJobScheduler = latched

  await reached.promise
  const stopped = daemon.stop()
  await vi.waitFor(() => expect(fetch(daemon.url)).rejects.toThrow('fetch failed'), {
    timeout: hangMs,
    interval: 10,
  })
  passed.resolve()
  await Promise.all([stopped, daemon.ready])

  const redis = new Redis(new URL(world.env['REDIS_URL'] ?? '').pathname)
  try {
    const clients = async () =>
      String(await redis.client('LIST'))
        .trim()
        .split('\n')
    await vi.waitFor(async () => expect(await clients()).toHaveLength(1), { timeout: hangMs, interval: 20 })
  } finally {
    redis.disconnect()
  }
})

test('a daemon that gets SIGTERM during its start exits with 0 and logs no error', async () => {
  const daemon = world.spawnDaemon()
  await daemon.url()
  const { code, signal, stderr } = await daemon.stop()
  expect({ code, signal, stderr }).toEqual({ code: 0, signal: null, stderr: '' })
  expect(daemon.logged().filter(({ level }) => level >= 40)).toEqual([])
})

test('a daemon with an embedded Redis that gets SIGTERM during its start exits with 0 and logs no error', async () => {
  const daemon = world.spawnDaemon({ REDIS_URL: '' })
  await daemon.url()
  const { code, signal, stderr } = await daemon.stop()
  expect({ code, signal, stderr }).toEqual({ code: 0, signal: null, stderr: '' })
  expect(daemon.logged().filter(({ level }) => level >= 40)).toEqual([])
})
