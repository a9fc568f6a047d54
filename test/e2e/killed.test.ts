import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ask, type DaemonProcess } from '../helpers/daemon.ts'
import { openWorld, slugsOf, type World } from '../helpers/mirror-world.ts'

const languages = ['de-de', 'en-gb', 'fr-fr']

const parentBatches = 2

async function openSlowWorld(env: Record<string, string>): Promise<World> {
  const world = await openWorld({ gtins: 30, languages, env: { CMS_CONCURRENCY: '1', ...env } })
  await world.mock.faults([{ side: 'cms', path: '/batch/v1', kind: 'latency', ms: 1_000 }])
  return world
}

/** Until the second batch of pages is on its way: the first is acknowledged, the second lands when its sender is dead. */
const untilSecondBatch = (world: World) =>
  expect
    .poll(async () => (await world.mock.stats()).requests.cms['POST /batch/v1'], {
      timeout: 20_000,
      interval: 20,
    })
    .toBe(parentBatches + 2)

async function expectEverythingOnce(world: World): Promise<void> {
  const pages = await world.recordPages()
  expect(pages.map(({ slug }) => slug).sort()).toEqual(slugsOf(world.gtins, languages))
  const media = await world.cms<{ slug: string }[]>('GET', '/cms/v2/media?per_page=100&_fields=slug')
  const slugs = media.map(({ slug }) => slug)
  expect(slugs.length).toBeGreaterThan(0)
  expect(slugs.toSorted()).toEqual([...new Set(slugs)].toSorted())
  expect(slugs.filter((slug) => !/^media-[0-9a-f]{64}$/.test(slug))).toEqual([])
}

// Most of the time a dead process's locks are waited for; so both at once.
describe.concurrent('SIGKILL in the middle of a run', () => {
  it('of one daemon: the other one goes on within 35 s and completes it', async ({ onTestFinished }) => {
    const world = await openSlowWorld({ LOG_LEVEL: 'debug' })
    onTestFinished(() => world.close())
    const daemons = [world.spawnDaemon(), world.spawnDaemon()]
    const [url] = await Promise.all(daemons.map((daemon) => daemon.ready()))
    const { body } = await ask('POST', `${url}/api/runs`)
    const runId = body.run?.id ?? ''
    await untilSecondBatch(world)
    const writes = (daemon: DaemonProcess) =>
      daemon.logged().some(({ msg, job }) => msg === 'job begun' && job === `write-${runId}-0`)
    const killed = daemons.find(writes)
    const other = daemons.find((daemon) => daemon !== killed)
    await killed?.kill()
    expect(await world.recordPages()).toHaveLength(25)
    const otherUrl = await other?.url()
    const from = performance.now()
    await world.mock.clearFaults()
    await expect
      .poll(async () => (await ask('GET', `${otherUrl}/api/runs/${runId}`)).body.run, {
        timeout: 40_000,
        interval: 100,
      })
      .toMatchObject({ state: 'done', counts: { created: 90, failed: 0 } })
    expect(performance.now() - from).toBeLessThan(35_000)
    await expectEverythingOnce(world)
  }, 90_000)

  it('of a sync with an embedded Redis: the next sync adopts the Redis, completes the run, and ends it', async ({
    onTestFinished,
  }) => {
    const world = await openSlowWorld({ REDIS_URL: '' })
    onTestFinished(() => world.close())
    const { child, ended } = world.spawn('sync', '--json')
    await untilSecondBatch(world)
    child.kill('SIGKILL')
    await ended
    expect(await world.recordPages()).toHaveLength(25)
    const folder = join(world.env['DATA_DIR'] ?? '', 'redis')
    const redisPid = await readFile(join(folder, 'redis.pid'), 'utf8')
    expect(() => process.kill(Number(redisPid), 0)).not.toThrow()
    await world.mock.clearFaults()

    const { code, report, log } = await world.report('sync', '--json')
    expect(log).toContain('"adopted":true')
    expect({ code, ...report }).toMatchObject({ code: 0, state: 'done', failed: 0 })
    await expectEverythingOnce(world)
    // A server removes both when it ends; its process may stay as a zombie where nobody collects orphans.
    expect(await readdir(folder)).not.toEqual(expect.arrayContaining([expect.stringMatching(/pid|sock/)]))
    expect((await world.report('sync', '--json')).report).toMatchObject({ created: 0, unchanged: 90 })
  }, 90_000)
})
