import { describe, expect, test } from 'vitest'
import { holdRequests } from '../../helpers/sync/hold-requests.ts'
import { startRun, untilState } from '../../helpers/world/api-runs.ts'
import { openWorld, slugsOf } from '../../helpers/world/mirror-world.ts'
import { startTestRedis } from '../../helpers/world/redis.ts'

const languages = ['de-de', 'en-gb']

/** A world on a Redis that keeps its data, and whose CMS holds every batch. */
const it = test
  .extend('redis', async ({}, { onCleanup }) => {
    const redis = await startTestRedis({ persistent: true })
    onCleanup(() => redis.close())
    return redis
  })
  .extend('world', async ({ redis }, { onCleanup }) => {
    const world = await openWorld({ gtins: 3, languages, env: { REDIS_URL: redis.url } })
    onCleanup(() => world.close())
    return world
  })
  .extend('untilWriting', ({ world }) => holdRequests(world.mock, { side: 'cms', path: '/batch/v1' }))

describe.concurrent('a sync whose Redis goes away in the middle of its run', () => {
  it('gives up after REDIS_TIMEOUT_SECONDS with exit code 1 and the remedy', async ({
    world,
    redis,
    untilWriting,
  }) => {
    const { ended } = world.spawnWith({ REDIS_TIMEOUT_SECONDS: '1', LOG_LEVEL: 'silent' }, 'sync', '--json')
    await untilWriting()
    await redis.kill()
    const { code, stdout, stderr } = await ended
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(
      /^Redis at unix:\/\/\S+ has been unreachable for 1 s: .*ENOENT.*|ECONNREFUSED.*\. Check .*run the command again\.\n$/,
    )
  })

  it('ends after the first SIGTERM', async ({ world, redis, untilWriting }) => {
    const { child, ended } = world.spawnWith({ LOG_LEVEL: 'silent' }, 'sync', '--json')
    await untilWriting()
    await redis.kill()
    child.kill('SIGTERM')
    await world.mock.clearFaults()
    const { code, stderr } = await ended
    expect({ code, stderr }).toEqual({ code: 10, stderr: expect.stringContaining('Stopped.') })
  })
})

describe.concurrent('a daemon whose Redis goes away in the middle of its run', () => {
  it('ends with exit code 0 after the first SIGTERM', async ({ world, redis, untilWriting }) => {
    const daemon = world.spawnDaemon()
    await startRun(await daemon.ready())
    await untilWriting()
    await redis.kill()
    await daemon.line(({ msg }) => msg.startsWith('Redis does not respond'))
    await world.mock.clearFaults()
    expect(await daemon.stop()).toMatchObject({ code: 0, signal: null })
  })

  it('completes the run when Redis is back', async ({ world, redis, untilWriting }) => {
    const daemon = world.spawnDaemon({ REDIS_TIMEOUT_SECONDS: '1' })
    const url = await daemon.ready()
    const runId = await startRun(url)
    await untilWriting()
    await redis.kill()
    await daemon.line(({ msg }) => msg.startsWith('Redis does not respond'))
    await world.mock.clearFaults()
    await redis.restart()
    expect(await untilState(url, runId)).toMatchObject({ counts: { records: 6, created: 6, failed: 0 } })
    const pages = await world.recordPages()
    expect(pages.map(({ slug }) => slug).sort()).toEqual(slugsOf(world.gtins, languages))
    expect((await daemon.stop()).code).toBe(0)
  })
})
