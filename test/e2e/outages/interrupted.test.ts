import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { withOwnWorld } from '../../helpers/fixtures.ts'
import { jsonOf } from '../../helpers/world/cli.ts'
import type { DaemonProcess } from '../../helpers/world/daemon.ts'
import { startRun, untilState } from '../../helpers/world/api-runs.ts'
import { holdRequests } from '../../helpers/sync/hold-requests.ts'
import { slugsOf, type World } from '../../helpers/world/mirror-world.ts'
import { untilGone } from '../../helpers/processes/until-gone.ts'

const languages = ['de-de', 'en-gb', 'fr-fr', 'it-it', 'es-es', 'pl-pl']
const parents = { pages: 7, batches: 2 }

/** A mirror of 54 records, that is three batches of pages, sent one by one; the second is held once the first is acknowledged. */
function withHeldBatch(env: Record<string, string> = {}) {
  const quick = { CMS_CONCURRENCY: '1', JOB_LOCK_SECONDS: '6' }
  return withOwnWorld({ gtins: 9, languages, env: { ...quick, ...env } }).extend(
    'untilSecondBatch',
    ({ world }) => holdRequests(world.mock, { side: 'cms', path: '/batch/v1', after: parents.batches + 1 }),
  )
}

const batches = async (world: World) => (await world.mock.stats()).requests.cms['POST /batch/v1'] ?? 0

/** Waits for the end of a run that lost nothing. */
async function expectWholeRun(url: string, runId: string): Promise<void> {
  const run = await untilState(url, runId)
  const counts = { records: 54, created: 54, failed: 0, notPlanned: 0, unchanged: 0 }
  expect(run).toMatchObject({ counts })
}

async function expectEverythingOnce(world: World): Promise<void> {
  const pages = await world.recordPages()
  expect(pages.map(({ slug }) => slug).sort()).toEqual(slugsOf(world.gtins, languages))
  const media = await world.cms<{ slug: string }[]>('GET', '/cms/v2/media?per_page=100&_fields=slug')
  const slugs = media.map(({ slug }) => slug)
  expect(slugs.length).toBeGreaterThan(0)
  expect(new Set(slugs).size).toBe(slugs.length)
  expect(slugs.filter((slug) => !/^media-[0-9a-f]{64}$/.test(slug))).toEqual([])
}

// Mostly the locks of dead processes are waited for; so all at once.
describe.concurrent('SIGTERM in the middle of a run', () => {
  const it = withHeldBatch({ LOG_LEVEL: 'info' })

  it('lets a daemon finish its batch and exit, and the next daemon continues', async ({
    world,
    untilSecondBatch,
  }) => {
    const first = world.spawnDaemon()
    const runId = await startRun(await first.ready())
    await untilSecondBatch()

    const stopped = first.stop()
    await first.line(({ msg }) => msg.startsWith('stopping'))
    await world.mock.clearFaults()
    const { code, stderr } = await stopped
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(await batches(world)).toBe(parents.batches + 2)
    expect(await world.recordPages()).toHaveLength(50)
    const status = jsonOf(await world.run('status', '--json'))
    expect(status).toMatchObject({ runId, state: 'writing', mirrored: 50 })

    await expectWholeRun(await world.spawnDaemon().ready(), runId)
    await expectEverythingOnce(world)
    expect((await world.mock.stats()).cmsWrites.byKind['pages.create']).toBe(54 + parents.pages)
  })

  it('lets a sync name its unfinished run, and the next sync completes it', async ({
    world,
    untilSecondBatch,
  }) => {
    const { child, ended, logged } = world.spawnWith({ LOG_LEVEL: 'info' }, 'sync', '--json')
    await untilSecondBatch()
    child.kill('SIGTERM')
    await logged('stopping')
    await world.mock.clearFaults()
    const { code, stdout, stderr } = await ended
    expect({ code, stdout }).toEqual({ code: 10, stdout: '' })
    const [, runId] = /^Stopped\. The next sync or a daemon resumes run (\S+)\.$/m.exec(stderr) ?? []

    const next = await world.report('sync', '--json')
    expect({ code: next.code, ...next.report }).toMatchObject({ code: 0, runId, created: 54, failed: 0 })
    await expectEverythingOnce(world)
  })
})

describe.concurrent('SIGKILL in the middle of a run', () => {
  const it = withHeldBatch({ LOG_LEVEL: 'debug' })

  it('leaves the job of one daemon to the other, which completes the run', async ({
    world,
    untilSecondBatch,
  }) => {
    const daemons = [world.spawnDaemon(), world.spawnDaemon()] as const
    const [url] = await Promise.all(daemons.map((daemon) => daemon.ready()))
    const runId = await startRun(url ?? '')
    await untilSecondBatch()
    const writes = (daemon: DaemonProcess) =>
      daemon
        .logged()
        .some(({ msg, job }) => msg === 'job started' && job?.startsWith(`write-${runId}-`) === true)
    const [killed, other] = writes(daemons[0]) ? daemons : [daemons[1], daemons[0]]
    expect(writes(killed)).toBe(true)
    await killed.kill()
    expect(await world.recordPages()).toHaveLength(25)
    await world.mock.clearFaults()
    const otherUrl = await other.url()
    // It continues when it takes the dead one's job.
    await other.line(({ msg, job }) => msg === 'job started' && job?.startsWith(`write-${runId}-`) === true)
    await expectWholeRun(otherUrl, runId)
    await expectEverythingOnce(world)
  })
})

describe.concurrent('a killed sync with an embedded Redis', () => {
  const it = withHeldBatch({ REDIS_URL: '' })

  it('ends that Redis too, and the next sync completes the run from its data', async ({
    world,
    untilSecondBatch,
  }) => {
    const { child, ended } = world.spawn('sync', '--json')
    await untilSecondBatch()
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
  })
})
