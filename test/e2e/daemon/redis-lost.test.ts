import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ask } from '../../helpers/world/daemon.ts'
import { openWorld, slugsOf, type World } from '../../helpers/world/mirror-world.ts'
import { startTestRedis, type TestRedis } from '../../helpers/world/redis.ts'

const languages = ['de-de', 'en-gb']
const hangMs = 240_000

let redis: TestRedis
let world: World
beforeEach(async () => {
  redis = await startTestRedis({ persistent: true })
  world = await openWorld({ gtins: 3, languages, env: { REDIS_URL: redis.url } })
  await world.mock.faults([{ side: 'cms', path: '/batch/v1', kind: 'latency', ms: 500 }])
})
afterEach(async () => {
  await world.close()
  await redis.close()
})

/** Waits until the run writes to the CMS. */
const untilWriting = () =>
  vi.waitFor(
    async () => expect((await world.mock.stats()).requests.cms['POST /batch/v1']).toBeGreaterThan(0),
    { timeout: hangMs, interval: 20 },
  )

describe('a sync whose Redis goes away in the middle of its run', () => {
  it('gives up after REDIS_TIMEOUT_SECONDS with exit code 1 and says what to do', async () => {
    const { ended } = world.spawnWith({ REDIS_TIMEOUT_SECONDS: '1', LOG_LEVEL: 'silent' }, 'sync', '--json')
    await untilWriting()
    await redis.kill()
    const { code, stdout, stderr } = await ended
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(
      /^Redis at unix:\/\/\S+ has been unreachable for 1 s: .*ENOENT.*|ECONNREFUSED.*\. Check .*run the command again\.\n$/,
    )
  })

  it('ends after the first SIGTERM', async () => {
    const { child, ended } = world.spawnWith({ LOG_LEVEL: 'silent' }, 'sync', '--json')
    await untilWriting()
    await redis.kill()
    child.kill('SIGTERM')
    const { code, stderr } = await ended
    expect({ code, stderr }).toEqual({ code: 10, stderr: expect.stringContaining('Stopped.') })
  })
})

describe('a daemon whose Redis goes away in the middle of its run', () => {
  it('ends with exit code 0 after the first SIGTERM', async () => {
    const daemon = world.spawnDaemon()
    await ask('POST', `${await daemon.ready()}/api/runs`)
    await untilWriting()
    await redis.kill()
    await daemon.line(({ msg }) => msg.startsWith('Redis does not answer'))
    expect(await daemon.stop()).toMatchObject({ code: 0, signal: null })
  })

  it('completes the run when Redis is back', async () => {
    const daemon = world.spawnDaemon({ REDIS_TIMEOUT_SECONDS: '1' })
    const url = await daemon.ready()
    const { body } = await ask('POST', `${url}/api/runs`)
    await untilWriting()
    await redis.kill()
    await daemon.line(({ msg }) => msg.startsWith('Redis does not answer'))
    await redis.restart()
    await vi.waitFor(
      async () => {
        const { run } = (await ask('GET', `${url}/api/runs/${body.run?.id}`)).body
        expect(run).toMatchObject({ state: 'done', counts: { records: 6, created: 6, failed: 0 } })
      },
      { timeout: hangMs, interval: 100 },
    )
    const pages = await world.recordPages()
    expect(pages.map(({ slug }) => slug).sort()).toEqual(slugsOf(world.gtins, languages))
    expect((await daemon.stop()).code).toBe(0)
  })
})
