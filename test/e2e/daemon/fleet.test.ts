import { describe, expect, vi } from 'vitest'
import { withOwnWorld } from '../../helpers/fixtures.ts'
import { ask, type DaemonProcess } from '../../helpers/world/daemon.ts'
import { patiently } from '../../helpers/hang.ts'
import { holdRequests } from '../../helpers/sync/hold-requests.ts'
import { slugsOf, type World } from '../../helpers/world/mirror-world.ts'
import { openRecordingProxy, type Passed } from '../../helpers/world/recording-proxy.ts'

const languages = ['de-de', 'en-gb', 'fr-fr', 'it-it']

type Close = (close: () => Promise<void>) => void

/** A daemon that reaches the partner over a proxy of its own: its calls are those that the proxy saw. */
async function openDaemon(world: World, onTestFinished: Close) {
  const proxy = await openRecordingProxy(world.mock.origin)
  onTestFinished(() => proxy.close())
  const daemon = world.spawnDaemon({ PARTNER_BASE_URL: proxy.origin })
  return { daemon, url: await daemon.ready(), passed: proxy.passed }
}

const products = ({ path }: Passed): boolean => path.includes('/product/')
const jobsOf = (daemon: DaemonProcess): (string | undefined)[] =>
  daemon.logged().flatMap(({ msg, job }) => (msg === 'job done' ? [job] : []))

async function start(url: string): Promise<string> {
  const { status, body } = await ask('POST', `${url}/api/runs`)
  expect(status).toBe(202)
  return body.run?.id ?? ''
}

/** Each has a part of the run's plan in hand: it takes two of four at most, and its calls are held. */
const untilBothAsk = (daemons: readonly { passed: readonly Passed[] }[]) =>
  vi.waitFor(() => {
    for (const { passed } of daemons) expect(passed.some(products)).toBe(true)
  }, patiently)

const reachEnd = (url: string, runId: string) =>
  vi.waitFor(async () => {
    const { run } = (await ask('GET', `${url}/api/runs/${runId}`)).body
    expect(run).toMatchObject({ state: 'done', counts: { failed: 0 } })
  }, patiently)

describe.concurrent('two daemons on one Redis', () => {
  // Enough that both get a part.
  const it = withOwnWorld({ gtins: 50, languages })

  it('share the work of one run, and refuse a second one', async ({ world, onTestFinished }) => {
    await holdRequests(world.mock, { side: 'partner', path: '/product' })
    const [one, two] = await Promise.all([
      openDaemon(world, onTestFinished),
      openDaemon(world, onTestFinished),
    ])
    const runId = await start(one.url)
    expect(await ask('POST', `${two.url}/api/runs`)).toMatchObject({
      status: 409,
      body: { error: { activeRunId: runId } },
    })
    await untilBothAsk([one, two])
    await world.mock.clearFaults()
    await reachEnd(two.url, runId)

    const planned = [one, two].map(({ daemon }) =>
      jobsOf(daemon).filter((job) => job?.startsWith(`plan-${runId}`)),
    )
    expect(new Set(planned.flat()).size).toBe(languages.length)
    for (const jobs of planned) expect(jobs).not.toEqual([])
    expect(planned.flat()).toHaveLength(languages.length)
    expect([one, two].flatMap(({ passed }) => passed.filter(products))).toHaveLength(200)
    const pages = await world.recordPages()
    expect(pages.map(({ slug }) => slug).sort()).toEqual(slugsOf(world.gtins, languages))
  })

  it('both pause their requests while the partner rate-limits one of them', async ({
    world,
    onTestFinished,
  }) => {
    await holdRequests(world.mock, { side: 'partner', path: '/product' })
    const [one, two] = await Promise.all([
      openDaemon(world, onTestFinished),
      openDaemon(world, onTestFinished),
    ])
    const runId = await start(one.url)
    await untilBothAsk([one, two])
    const seconds = 8
    const daemons = [one, two].map(
      ({ passed }) =>
        () =>
          passed.filter(products),
    )
    const limited = () => daemons.flatMap((calls) => calls()).filter(({ status }) => status === 429)
    await world.mock.faults([
      { side: 'partner', path: '/product', kind: 'retry-after', seconds, count: 1 },
      { side: 'partner', path: '/product', kind: 'hold', after: 1 },
    ])
    await vi.waitFor(() => expect(limited()).toHaveLength(1), patiently)
    const from = limited()[0]?.answeredAt ?? 0
    const isAfterwards = ({ askedAt }: Passed): boolean => askedAt >= from + seconds * 1000 - 50
    // What comes afterwards is held once more: so one of them cannot do all that is left.
    await holdRequests(world.mock, { side: 'partner', path: '/product' })
    await vi.waitFor(() => {
      for (const calls of daemons) expect(calls().some(isAfterwards)).toBe(true)
    }, patiently)
    await world.mock.clearFaults()
    await reachEnd(one.url, runId)

    expect(limited()).toHaveLength(1)
    // What was on its way cannot be called back, and on a busy machine word takes its time to get round.
    const isTooSoon = (call: Passed): boolean => call.askedAt > from + 4_000 && !isAfterwards(call)
    expect(daemons.map((calls) => calls().filter(isTooSoon))).toEqual([[], []])
  })
})

describe.concurrent('two daemons on one Redis with a schedule', () => {
  const it = withOwnWorld({ gtins: 1, languages })

  it('start runs by it, and never two at once', async ({ world }) => {
    // Longer than the second between two ticks.
    await world.mock.faults([{ side: 'partner', path: '/product', kind: 'latency', ms: 1_300 }])
    const env = { SCHEDULE: '* * * * * *' }
    const [url] = await Promise.all([env, env].map((changes) => world.spawnDaemon(changes).ready()))
    const finished = async () => {
      const { runs = [] } = (await ask('GET', `${url}/api/runs`)).body
      return runs.filter(({ finishedAt }) => finishedAt !== undefined).toReversed()
    }
    await vi.waitFor(async () => expect((await finished()).length).toBeGreaterThan(2), patiently)
    const runs = await finished()
    for (const [index, { createdAt, trigger, state }] of runs.entries()) {
      expect({ trigger, state }).toEqual({ trigger: 'schedule', state: 'done' })
      expect(createdAt >= (runs[index - 1]?.finishedAt ?? '')).toBe(true)
    }
  })
})

describe.concurrent('sync beside a daemon', () => {
  const it = withOwnWorld({ gtins: 3, languages })

  it('names the active run with exit code 8, and does not touch it', async ({ world, onTestFinished }) => {
    const { url } = await openDaemon(world, onTestFinished)
    await holdRequests(world.mock, { side: 'partner', path: '/product' })
    const runId = await start(url)
    const { code, stdout, stderr } = await world.runWith({ LOG_LEVEL: 'silent' }, 'sync', '--json')
    expect(stderr).toContain(`Run ${runId} is active.`)
    expect({ code, stdout }).toEqual({ code: 8, stdout: '' })
    await world.mock.clearFaults()
    await reachEnd(url, runId)
  })

  it('does its own run when the daemon is idle', async ({ world, onTestFinished }) => {
    const { url } = await openDaemon(world, onTestFinished)
    const { code, report } = await world.report('sync', '--json')
    expect({ code, ...report }).toMatchObject({ code: 0, state: 'done', created: 12 })
    expect((await ask('GET', `${url}/readyz`)).status).toBe(200)
    await reachEnd(url, await start(url))
  })
})
