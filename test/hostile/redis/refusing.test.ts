import { dirname } from 'node:path'
import { Redis } from 'ioredis'
import { describe, expect, test } from 'vitest'
import { holdRequests } from '../../helpers/sync/hold-requests.ts'
import { startRun, untilState } from '../../helpers/world/api-runs.ts'
import { jsonOf } from '../../helpers/world/cli.ts'
import { openWorld, slugsOf, type World } from '../../helpers/world/mirror-world.ts'
import { startTestRedis } from '../../helpers/world/redis.ts'
import { redisFaults, type RedisFault } from '../../helpers/world/redis-faults.ts'
import { countAttacks } from '../helpers/attacks.ts'

const languages = ['de-de', 'en-gb']
const faults = Object.entries(redisFaults)
/** The policy alone does not reject writes, so a run in progress continues. */
const refusing = faults.filter(([name]) => name !== 'allkeys-lru')

/** A world with a separate Redis. */
const it = test
  .extend('server', async ({}, { onCleanup }) => {
    const server = await startTestRedis()
    onCleanup(() => server.close())
    return server
  })
  .extend('world', async ({ server }, { onCleanup }) => {
    const env = { REDIS_URL: server.url, JOB_LOCK_SECONDS: '5', CMS_WRITE_GRACE_SECONDS: '0' }
    const world = await openWorld({ gtins: 3, languages, env })
    onCleanup(() => world.close())
    return world
  })
  .extend('turn', async ({ server }, { onCleanup }) => {
    const redis = new Redis({ ...server.connection, replyMapping: 'legacy' })
    onCleanup(() => redis.disconnect())
    const dir = dirname(server.connection.path)
    return {
      on: ({ begin }: RedisFault) => begin(redis, dir),
      off: ({ end }: RedisFault) => end(redis, dir),
    }
  })
  .extend('untilWriting', ({ world }) => holdRequests(world.mock, { side: 'cms', path: '/batch/v1' }))

async function expectAllOnce(world: World): Promise<void> {
  const pages = await world.recordPages()
  expect(pages.map(({ slug }) => slug).toSorted()).toEqual(slugsOf(world.gtins, languages))
}

const pauses = 'Redis cannot be used; the mirror pauses until it can'
const shown = 'Writing is paused. Redis cannot be used: '
const goesOn = 'Redis can be used again; the mirror continues'

async function readPage(url: string): Promise<string> {
  return (await fetch(url, { headers: { accept: 'text/html' } })).text()
}

describe.concurrent('a Redis that rejects writes or may lose them', () => {
  it.for(faults)(
    'with %s stops a sync and a doctor with a clear message',
    async ([, fault], { world, turn, task }) => {
      await turn.on(fault)
      const refused = await world.run('sync', '--json')
      expect(refused).toMatchObject({ code: 1, stdout: '' })
      const [, said] = /^Redis at unix:\S+ cannot be used: (.*)\n$/m.exec(refused.stderr) ?? []
      expect(said).toMatch(fault.said)
      const doctor = jsonOf(await world.run('doctor', '--json')) as {
        checks: { name: string; state: string; text: string }[]
      }
      expect(doctor.checks.find(({ name }) => name === 'Redis')).toMatchObject({ state: 'failed' })
      expect((await world.run('status')).code).toBe(0)
      await turn.off(fault)
      expect((await world.report('sync', '--json')).report).toMatchObject({ created: 6, failed: 0 })
      await expectAllOnce(world)
      countAttacks({ task }, 'commands on a refusing Redis', 3)
    },
  )

  it.for(faults)(
    'with %s lets a daemon wait, and start without a restart',
    async ([, fault], { world, turn, task }) => {
      await turn.on(fault)
      const daemon = world.spawnDaemon()
      const line = await daemon.line(({ msg }) => msg === pauses)
      expect(line['reason']).toMatch(fault.said)
      const ready = await fetch(`${await daemon.url()}/readyz`)
      expect(ready.status).toBe(503)
      expect(await ready.text()).toContain('Redis cannot be used: ')
      expect(await readPage(`${await daemon.url()}/`)).toContain(`<h1>Problems found</h1>\n<ul><li>${shown}`)
      await turn.off(fault)
      const url = await daemon.ready()
      expect(daemon.logged().filter(({ msg }) => msg === pauses)).toHaveLength(1)
      const runId = await startRun(url)
      expect(await untilState(url, runId)).toMatchObject({ state: 'done', counts: { created: 6, failed: 0 } })
      await expectAllOnce(world)
      expect((await daemon.stop()).code).toBe(0)
      countAttacks({ task }, 'daemons started on a refusing Redis', 1)
    },
  )

  it.for(refusing)(
    'with %s during a run pauses the run, which then continues',
    async ([, fault], { world, turn, untilWriting, task }) => {
      const daemon = world.spawnDaemon()
      const url = await daemon.ready()
      const runId = await startRun(url)
      await untilWriting()
      await turn.on(fault)
      await world.mock.clearFaults()
      await daemon.line(({ msg }) => msg === pauses)
      for (const path of ['/', `/runs/${runId}`])
        expect(await readPage(url + path)).toContain(
          `<div class="pauses" data-live="pauses" role="status"><p>${shown}`,
        )
      await turn.off(fault)
      await daemon.line(({ msg }) => msg === goesOn)
      expect(await untilState(url, runId)).toMatchObject({ state: 'done', counts: { created: 6, failed: 0 } })
      await expectAllOnce(world)
      const errors = daemon.logged().filter(({ level, msg }) => level >= 50 && msg !== pauses)
      expect(errors).toEqual([])
      expect((await daemon.stop()).code).toBe(0)
      countAttacks({ task }, 'runs paused by a refusing Redis', 1)
    },
  )

  it('a sync reports that Redis is full, pauses, and completes its run later', async ({
    world,
    turn,
    untilWriting,
    task,
  }) => {
    const fault = redisFaults['a full memory']
    const sync = world.spawn('sync', '--json')
    await untilWriting()
    await turn.on(fault)
    await world.mock.clearFaults()
    await sync.logged(pauses)
    await turn.off(fault)
    const ended = await sync.ended
    expect({ code: ended.code, ...(jsonOf(ended) as object) }).toMatchObject({
      code: 0,
      created: 6,
      failed: 0,
    })
    await expectAllOnce(world)
    countAttacks({ task }, 'runs paused by a refusing Redis', 1)
  })

  it('a daemon that waits for Redis exits on the first SIGTERM', async ({ world, turn, task }) => {
    const fault = redisFaults['a full memory']
    await turn.on(fault)
    const daemon = world.spawnDaemon()
    await daemon.line(({ msg }) => msg === pauses)
    expect(await daemon.stop()).toMatchObject({ code: 0, signal: null })
    countAttacks({ task }, 'daemons started on a refusing Redis', 1)
  })
})
