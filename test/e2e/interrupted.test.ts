import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { ask, type DaemonProcess } from '../helpers/daemon.ts'
import { openWorld, slugsOf, type World } from '../helpers/mirror-world.ts'
import { untilGone } from '../helpers/processes.ts'

const languages = ['de-de', 'en-gb', 'fr-fr', 'it-it', 'es-es', 'pl-pl']
const parents = { pages: 7, batches: 2 }

type Close = (close: () => Promise<void>) => void

/** A mirror of 54 records, that is three batches of pages, which are sent one by one and answered late. */
async function openSlowWorld(onTestFinished: Close, env: Record<string, string> = {}): Promise<World> {
  const world = await openWorld({ gtins: 9, languages, env: { CMS_CONCURRENCY: '1', ...env } })
  onTestFinished(() => world.close())
  await world.mock.faults([{ side: 'cms', path: '/batch/v1', kind: 'latency', ms: 800 }])
  return world
}

const batches = async (world: World) => (await world.mock.stats()).requests.cms['POST /batch/v1'] ?? 0

/** Until the second batch of pages is on its way: the first one is acknowledged then. */
const untilSecondBatch = (world: World) =>
  vi.waitFor(async () => expect(await batches(world)).toBe(parents.batches + 2), {
    timeout: 30_000,
    interval: 20,
  })

async function start(url: string): Promise<string> {
  const { body } = await ask('POST', `${url}/api/runs`)
  return body.run?.id ?? ''
}

const reachEnd = (url: string, runId: string) =>
  vi.waitFor(
    async () => {
      const { run } = (await ask('GET', `${url}/api/runs/${runId}`)).body
      expect(run).toMatchObject({ state: 'done', counts: { records: 54, created: 54, failed: 0 } })
    },
    { timeout: 60_000, interval: 100 },
  )

async function expectEverythingOnce(world: World): Promise<void> {
  const pages = await world.recordPages()
  expect(pages.map(({ slug }) => slug).sort()).toEqual(slugsOf(world.gtins, languages))
  const media = await world.cms<{ slug: string }[]>('GET', '/cms/v2/media?per_page=100&_fields=slug')
  const slugs = media.map(({ slug }) => slug)
  expect(slugs.length).toBeGreaterThan(0)
  expect(new Set(slugs).size).toBe(slugs.length)
  expect(slugs.filter((slug) => !/^media-[0-9a-f]{64}$/.test(slug))).toEqual([])
}

// `expect.poll` is not for tests that run at the same time, `vi.waitFor` is. Most of the time late answers and a dead process's locks are waited for; so all at once.
describe.concurrent('told to stop in the middle of a run', () => {
  it('a daemon finishes and acknowledges the batch in hand, begins no other, ends within 20 s, and the next one goes on', async ({
    onTestFinished,
  }) => {
    const world = await openSlowWorld(onTestFinished)
    const first = world.spawnDaemon()
    const runId = await start(await first.ready())
    await untilSecondBatch(world)

    const { code, ms, stderr } = await first.stop()
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(ms).toBeLessThan(20_000)
    expect(await batches(world)).toBe(parents.batches + 2)
    expect(await world.recordPages()).toHaveLength(50)
    const status = JSON.parse((await world.run('status', '--json')).stdout)
    expect(status).toMatchObject({ runId, state: 'writing', mirrored: 50 })

    await world.mock.clearFaults()
    await reachEnd(await world.spawnDaemon().ready(), runId)
    await expectEverythingOnce(world)
    expect((await world.mock.stats()).cmsWrites.byKind['pages.create']).toBe(54 + parents.pages)
  }, 90_000)

  it('a sync says what becomes of its run, and the next one completes it', async ({ onTestFinished }) => {
    const world = await openSlowWorld(onTestFinished, { LOG_LEVEL: 'error' })
    const { child, ended } = world.spawn('sync', '--json')
    await untilSecondBatch(world)
    child.kill('SIGTERM')
    const { code, stdout, stderr } = await ended
    expect({ code, stdout }).toEqual({ code: 10, stdout: '' })
    const [, runId] = /^Stopped\. The next sync, or a daemon, goes on with run (\S+)\.\n$/.exec(stderr) ?? []

    await world.mock.clearFaults()
    const next = await world.report('sync', '--json')
    expect({ code: next.code, ...next.report }).toMatchObject({ code: 0, runId, created: 54, failed: 0 })
    await expectEverythingOnce(world)
  }, 90_000)
})

describe.concurrent('killed in the middle of a run', () => {
  it('one daemon of two: the other one goes on within 35 s and completes it', async ({ onTestFinished }) => {
    const world = await openSlowWorld(onTestFinished, { LOG_LEVEL: 'debug' })
    const daemons = [world.spawnDaemon(), world.spawnDaemon()] as const
    const [url] = await Promise.all(daemons.map((daemon) => daemon.ready()))
    const runId = await start(url ?? '')
    await untilSecondBatch(world)
    const writes = (daemon: DaemonProcess) =>
      daemon.logged().some(({ msg, job }) => msg === 'job begun' && job === `write-${runId}-0`)
    const [killed, other] = writes(daemons[0]) ? daemons : [daemons[1], daemons[0]]
    expect(writes(killed)).toBe(true)
    await killed.kill()
    expect(await world.recordPages()).toHaveLength(25)
    const from = performance.now()
    await world.mock.clearFaults()
    const otherUrl = await other.url()
    // It goes on when it takes the dead one's job.
    await other.line(({ msg, job }) => msg === 'job begun' && job === `write-${runId}-0`)
    expect(performance.now() - from).toBeLessThan(35_000)
    await reachEnd(otherUrl, runId)
    await expectEverythingOnce(world)
  }, 90_000)

  it('a sync with an embedded Redis takes it along, and the next sync completes the run from its data', async ({
    onTestFinished,
  }) => {
    const world = await openSlowWorld(onTestFinished, { REDIS_URL: '' })
    const { child, ended } = world.spawn('sync', '--json')
    await untilSecondBatch(world)
    const folder = join(world.env['DATA_DIR'] ?? '', 'redis')
    const redisPid = Number(await readFile(join(folder, 'redis.pid'), 'utf8'))
    child.kill('SIGKILL')
    await ended
    await untilGone(redisPid)
    expect(await world.recordPages()).toHaveLength(25)
    await world.mock.clearFaults()

    const { code, report } = await world.report('sync', '--json')
    expect({ code, ...report }).toMatchObject({ code: 0, state: 'done', failed: 0 })
    await expectEverythingOnce(world)
    expect(await readdir(folder)).not.toEqual(expect.arrayContaining([expect.stringMatching(/pid|sock/)]))
    expect((await world.report('sync', '--json')).report).toMatchObject({ created: 0, unchanged: 54 })
  }, 90_000)
})
