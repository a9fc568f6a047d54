import { describe, expect } from 'vitest'
import { withOwnWorld } from '../../helpers/fixtures.ts'
import { holdRequests } from '../../helpers/sync/hold-requests.ts'
import { startRun, untilState } from '../../helpers/world/api-runs.ts'
import type { DaemonProcess } from '../../helpers/world/daemon.ts'
import { slugsOf, type World } from '../../helpers/world/mirror-world.ts'

const languages = ['de-de', 'en-gb', 'fr-fr', 'it-it', 'es-es', 'pl-pl']

const it = withOwnWorld({
  // More records than one job writes.
  gtins: 20,
  languages,
  env: { CMS_CONCURRENCY: '1', JOB_LOCK_SECONDS: '6', LOG_LEVEL: 'debug' },
}).extend('fleet', async ({ world }) => {
  const daemons = [world.spawnDaemon(), world.spawnDaemon()] as const
  const [one, two] = await Promise.all(daemons.map((daemon) => daemon.ready()))
  const [first = '', last = ''] = [world.gtins.toSorted()[0], world.gtins.toSorted().at(-1)]
  return { daemons, urls: [one ?? '', two ?? ''] as const, first, last }
})

/** The daemon that works on such a job, and the other one. */
function split(daemons: readonly [DaemonProcess, DaemonProcess], job: string) {
  const has = (daemon: DaemonProcess): boolean => {
    const named = (what: string): (string | undefined)[] =>
      daemon.logged().flatMap((line) => (line.msg === what && line.job?.startsWith(job) ? [line.job] : []))
    return named('job started').some((one) => !named('job done').includes(one))
  }
  expect(daemons.filter(has)).toHaveLength(1)
  return has(daemons[0]) ? daemons : ([daemons[1], daemons[0]] as const)
}

/** Holds the batch with a product’s page; the returned function waits until it is held. */
const holdPage = (world: World, gtin: string) =>
  holdRequests(world.mock, { side: 'cms', path: '/batch/v1', holds: `gtin-${gtin}-` })

async function expectAllWell(world: World, changed: string): Promise<void> {
  const pages = await world.recordPages()
  expect(pages.map(({ slug }) => slug).sort()).toEqual(slugsOf(world.gtins, languages))
  const [page] = await world.cms<{ content: { raw: string } }[]>(
    'GET',
    `/cms/v2/pages?slug=gtin-${changed}-de-de&context=edit`,
  )
  expect(page?.content.raw).toContain('RESYNCED')
  expect(await world.redis.keys('*:lease*')).toEqual([])
  expect(await world.redis.keys('*:product-runs')).toEqual([])
  const { report } = await world.report('sync', '--json')
  expect(report).toMatchObject({ created: 0, updated: 0, failed: 0 })
}

describe.concurrent('a product run in parallel with a full run', () => {
  it('is served while the full run waits for the CMS, and both survive a SIGKILL of the process of the full run', async ({
    world,
    fleet: { daemons, urls, first, last },
  }) => {
    const untilHeld = await holdPage(world, first)
    const full = await startRun(urls[0])
    await untilHeld()
    await world.mock.patchProduct(last, 'de-de', { item_number: 'RESYNCED' })
    const served = await startRun(urls[0], { gtins: [last] })
    await untilState(urls[0], served)
    await untilState(urls[0], full, 'writing')
    const [killed, other] = split(daemons, `write-${full}-`)
    const url = await other.url()

    const waiting = await startRun(url, { gtins: [first] })
    await killed.kill()
    await world.mock.clearFaults()
    expect(await untilState(url, full)).toMatchObject({ counts: { records: 120, failed: 0 } })
    expect(await untilState(url, waiting)).toMatchObject({ counts: { records: 6, failed: 0 } })
    await expectAllWell(world, last)
  })

  it('is completed by another process after a SIGKILL of its process, and a full run that started in the meantime leaves its page as it is', async ({
    world,
    fleet: { daemons, urls, first },
  }) => {
    await untilState(urls[0], await startRun(urls[0]))
    await world.mock.patchProduct(first, 'de-de', { item_number: 'RESYNCED' })
    const untilHeld = await holdPage(world, first)
    const products = await startRun(urls[0], { gtins: [first] })
    await untilHeld()
    const [killed, other] = split(daemons, `products-${products}`)
    const url = await other.url()
    const full = await startRun(url)
    await killed.kill()
    await world.mock.clearFaults()
    expect(await untilState(url, products)).toMatchObject({ counts: { updated: 1, failed: 0 } })
    expect(await untilState(url, full)).toMatchObject({ counts: { records: 120, updated: 0, failed: 0 } })
    await expectAllWell(world, first)
  })
})
