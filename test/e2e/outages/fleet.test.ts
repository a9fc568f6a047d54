import { describe, expect, vi } from 'vitest'
import { withOwnWorld, withWorld } from '../../helpers/fixtures.ts'
import { startRun, untilState } from '../../helpers/world/api-runs.ts'
import { ask } from '../../helpers/world/daemon.ts'
import { patiently } from '../../helpers/hang.ts'
import { holdRequests } from '../../helpers/sync/hold-requests.ts'
import { slugsOf, type World } from '../../helpers/world/mirror-world.ts'
import { openRecordingProxy } from '../../helpers/world/recording-proxy.ts'

const languages = ['de-de', 'en-gb', 'fr-fr', 'it-it']

/** A daemon that reaches the partner over a separate proxy, with one request at a time. */
async function openMember(world: World) {
  const proxy = await openRecordingProxy(world.mock.origin, new URL(world.mock.origin).host)
  const daemon = world.spawnDaemon({ PARTNER_BASE_URL: proxy.origin, PARTNER_CONCURRENCY: '1' })
  const products = () => proxy.requests.filter(({ path }) => path.includes('/product/'))
  return { proxy, daemon, url: await daemon.ready(), products }
}

const test = withWorld({ gtins: 6, languages }).extend(
  'fleet',
  { scope: 'file' },
  async ({ world }, { onCleanup }) => {
    const fleet = await Promise.all([openMember(world), openMember(world)])
    onCleanup(async () => {
      for (const { proxy } of fleet) await proxy.close()
    })
    return fleet
  },
)
type Fleet = Awaited<ReturnType<typeof openMember>>[]

/** Each has a part of the run's plan: a daemon takes two of the four jobs at most, and their requests are held. */
const untilBothAsk = (fleet: Fleet) =>
  vi.waitFor(() => {
    for (const { products } of fleet) expect(products()).not.toEqual([])
  }, patiently)

describe('two daemons on one Redis', () => {
  test('share the work of one run, and refuse a second one', async ({ world, fleet }) => {
    const [one, two] = fleet
    await holdRequests(world.mock, { side: 'partner', path: '/product' })
    const runId = await startRun(one.url)
    expect(await ask('POST', `${two.url}/api/runs`)).toMatchObject({
      status: 409,
      body: { error: { activeRunId: runId } },
    })
    await untilBothAsk(fleet)
    await world.mock.clearFaults()
    expect(await untilState(two.url, runId)).toMatchObject({ counts: { created: 24, failed: 0 } })

    const planned = fleet.map(({ daemon }) =>
      daemon
        .logged()
        .flatMap(({ msg, job = '' }) => (msg === 'job done' && job.startsWith(`plan-${runId}`) ? [job] : [])),
    )
    for (const jobs of planned) expect(jobs).not.toEqual([])
    expect(planned.flat()).toHaveLength(languages.length)
    expect(new Set(planned.flat()).size).toBe(languages.length)
    expect(fleet.flatMap(({ products }) => products())).toHaveLength(24)
    const pages = await world.recordPages()
    expect(pages.map(({ slug }) => slug).sort()).toEqual(slugsOf(world.gtins, languages))
  })

  test('keep another sync from starting a run, with exit code 8, and their run continues', async ({
    world,
    fleet: [one],
  }) => {
    await holdRequests(world.mock, { side: 'partner', path: '/product' })
    const runId = await startRun(one.url)
    const { code, stdout, stderr } = await world.runWith({ LOG_LEVEL: 'silent' }, 'sync', '--json')
    expect(stderr).toContain(`Run ${runId} is active.`)
    expect({ code, stdout }).toEqual({ code: 8, stdout: '' })
    await world.mock.clearFaults()
    await untilState(one.url, runId)
  })

  // Last, because the limit outlasts the test, which does not cover its end.
  test('both pause their requests when the partner rate-limits one of them', async ({ world, fleet }) => {
    const [limited, other] = fleet
    const before = fleet.map(({ products }) => products().length)
    const since = () => fleet.map(({ products }, index) => products().slice(before[index]))
    const [releaseLimited, releaseOther] = [limited.proxy.hold('/product/'), other.proxy.hold('/product/')]
    await startRun(limited.url)
    await vi.waitFor(() => expect(since()).toMatchObject([[{}], [{}]]), patiently)

    await world.mock.faults([
      { side: 'partner', path: '/product', kind: 'retry-after', seconds: 3_600, count: 1 },
    ])
    releaseLimited()
    await vi.waitFor(async () => expect(await limitOf(other.url)).toBeGreaterThan(0), patiently)
    releaseOther()
    await Promise.all(
      fleet.map(({ daemon }) => daemon.line(({ msg }) => msg === 'rate-limited; queue paused')),
    )
    const [ofLimited = [], ofOther = []] = since()
    expect(ofLimited).toMatchObject([{ status: 429 }])
    expect(ofOther).toMatchObject([{ status: 304 }])
  })

  /** The seconds for which a daemon sends the partner nothing. */
  async function limitOf(url: string): Promise<number> {
    const metrics = await (await fetch(`${url}/metrics`)).text()
    return Number(/upstream_limited_seconds\{upstream="partner"\} (\S+)/.exec(metrics)?.[1])
  }
})

describe('two idle daemons on one Redis', () => {
  const it = withOwnWorld({ gtins: 1, languages })

  it('do not disturb the run of a separate sync', async ({ world }) => {
    const daemons = [world.spawnDaemon(), world.spawnDaemon()]
    const [url] = await Promise.all(daemons.map((daemon) => daemon.ready()))
    const { code, report } = await world.report('sync', '--json')
    expect({ code, ...report }).toMatchObject({ code: 0, state: 'done', created: 4 })
    expect((await ask('GET', `${url}/readyz`)).status).toBe(200)
    await untilState(String(url), await startRun(String(url)))
  })
})

describe('two daemons on one Redis with a schedule', () => {
  const it = withOwnWorld({ gtins: 1, languages, env: { SCHEDULE: '* * * * * *' } })

  it('start runs by it, and never two at once', async ({ world }) => {
    // The schedule does not fill an empty mirror.
    await world.report('sync', '--json')
    const untilHeld = await holdRequests(world.mock, { side: 'partner', path: '/product' })
    const daemons = [world.spawnDaemon(), world.spawnDaemon()]
    const [url] = await Promise.all(daemons.map((daemon) => daemon.ready()))
    await untilHeld()
    const { activeRunId } = await Promise.race(
      daemons.map((daemon) => daemon.line(({ msg }) => msg.startsWith('scheduled run skipped'))),
    )
    const listRuns = async () =>
      ((await ask('GET', `${url}/api/runs`)).body.runs ?? []).filter((run) => run.trigger !== 'cli')
    expect(await listRuns()).toEqual([expect.objectContaining({ id: activeRunId, trigger: 'schedule' })])

    await world.mock.clearFaults()
    const finished = async () =>
      (await listRuns()).filter(({ finishedAt }) => finishedAt !== undefined).toReversed()
    await vi.waitFor(async () => expect((await finished()).length).toBeGreaterThan(1), patiently)
    const runs = await finished()
    for (const [index, { createdAt, trigger, state }] of runs.entries()) {
      expect({ trigger, state }).toEqual({ trigger: 'schedule', state: 'done' })
      expect(createdAt >= (runs[index - 1]?.finishedAt ?? '')).toBe(true)
    }
  })
})
