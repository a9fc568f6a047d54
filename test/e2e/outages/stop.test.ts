import { expect, vi } from 'vitest'
import { readConfig } from '../../../config/daemon.ts'
import { createDaemon } from '../../../src/daemon.ts'
import { createLogger } from '../../../src/lib/logger.ts'
import { withWorld } from '../../helpers/fixtures.ts'
import { patiently } from '../../helpers/hang.ts'
import { untilState } from '../../helpers/world/api-runs.ts'
import { ask } from '../../helpers/world/daemon.ts'

const it = withWorld({ gtins: 1, languages: ['de-de'] })

/** A daemon in this process, and the queue of its runs. */
async function open(env: Record<string, string>) {
  const log = createLogger({ level: 'silent', destination: 'stderr' })
  const daemon = await createDaemon([readConfig(env)], log, () => undefined)
  const [mirror] = daemon.mirrors
  if (mirror === undefined) throw new Error('the mirror did not open')
  return { daemon, runs: mirror.queues.runs }
}

it('a daemon that stops during its start leaves no worker connected to Redis', async ({ world }) => {
  const { daemon, runs } = await open({ ...world.env, SCHEDULE: '0 4 * * *' })
  const schedule = runs.upsertJobScheduler.bind(runs)
  const [reached, passed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const latched: typeof schedule = async (...args) => {
    reached.resolve()
    await passed.promise
    return schedule(...args)
  }
  runs.upsertJobScheduler = latched

  const starting = daemon.start()
  await reached.promise
  const stopped = daemon.stop()
  await vi.waitFor(() => expect(fetch(daemon.url)).rejects.toThrow('fetch failed'), patiently)
  passed.resolve()
  await Promise.all([stopped, starting])

  const clients = async () =>
    String(await world.redis.client('LIST'))
      .trim()
      .split('\n')
  await vi.waitFor(async () => expect(await clients()).toHaveLength(1), patiently)
})

it('a daemon takes no more jobs from SIGTERM on', async ({ world }) => {
  const { daemon } = await open(world.env)
  await daemon.start()
  const areRunning = () => daemon.mirrors.map(({ health }) => health.workersRunning())
  expect(areRunning()).toEqual([true])
  const stopped = daemon.stop()
  expect(areRunning()).toEqual([false])
  await stopped
})

it.for<[string, Record<string, string>]>([
  ['a daemon', {}],
  ['a daemon with an embedded Redis', { REDIS_URL: '' }],
])('%s that gets SIGTERM during its start exits with 0 and logs no error', async ([, env], { world }) => {
  const daemon = world.spawnDaemon(env)
  await daemon.url()
  const { code, signal, stderr } = await daemon.stop()
  expect({ code, signal, stderr }).toEqual({ code: 0, signal: null, stderr: '' })
  expect(daemon.logged().filter(({ level }) => level >= 40)).toEqual([])
})

it('a run that was requested just before the stop has its first job, and the next daemon finishes it', async ({
  world,
}) => {
  const { daemon, runs } = await open(world.env)
  await daemon.start()
  const order: string[] = []
  const add = runs.add.bind(runs)
  const [reached, passed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  runs.add = async (...args) => {
    reached.resolve()
    await passed.promise
    const job = await add(...args)
    order.push('job queued')
    return job
  }

  const asked = fetch(`${daemon.url}/api/runs`, { method: 'POST' }).catch(() => undefined)
  await reached.promise
  const close = runs.close.bind(runs)
  runs.close = () => {
    order.push('queues closed')
    return close()
  }
  const stopped = daemon.stop()
  await vi.waitFor(() => expect(fetch(daemon.url)).rejects.toThrow('fetch failed'), patiently)
  // Time enough for a daemon that would not wait.
  for (let pings = 0; pings < 2_000 && order.length === 0; pings++) await world.redis.ping()
  passed.resolve()
  await Promise.all([stopped, asked])
  expect(order).toEqual(['job queued', 'queues closed'])

  const next = world.spawnDaemon()
  const url = await next.ready()
  await untilState(url, (await ask('GET', `${url}/api/runs`)).body.runs?.[0]?.id ?? '')
})
