import { hash } from 'node:crypto'
import { describe, expect, vi } from 'vitest'
import type { Faults } from '../../../src/mock/contracts/faults.ts'
import { mediaSlug } from '../../../src/core/record/media.ts'
import { withOwnWorld } from '../../helpers/fixtures.ts'
import { patiently } from '../../helpers/hang.ts'
import { jsonOf } from '../../helpers/world/cli.ts'
import type { RunReport } from '../../../src/cli/json/run-report.ts'
import { slugsOf, type World } from '../../helpers/world/mirror-world.ts'

const languages = ['de-de', 'en-gb']
const gtins = 3
const records = gtins * languages.length
const env = { CMS_WRITE_GRACE_SECONDS: '0', RETIRE_AFTER_MISSES: '1' }
/** Only for a CMS that is meant not to respond: on a slow machine a good response takes seconds. */
const impatient = { CMS_TIMEOUT_SECONDS: '2' }

type Rule = Extract<Faults, readonly unknown[]>[number]

const serverError = { kind: 'status', status: 500, as: 'html' } as const

/** Each request that contains this text fails, by default with the error page of a server. */
const poison = (world: World, holds: string, fault: Partial<Rule> = serverError) =>
  world.mock.faults([{ side: 'cms', holds, ...fault } as Rule])
const badProduct = (world: World): string => world.gtins[2] ?? ''
const badSlug = (world: World): string => `gtin-${badProduct(world)}-de-de`
const created = (world: World): string => `"slug":"${badSlug(world)}"`
const historyOf = async (world: World) => (await world.run('history', badProduct(world))).stdout
const others = (world: World): string[] =>
  slugsOf(world.gtins, languages).filter((slug) => slug !== badSlug(world))

/** The path in the requests of the bad page's updates. */
async function pathOfBadPage(world: World): Promise<string> {
  const page = (await world.recordPages()).find(({ slug }) => slug === badSlug(world))
  return `/pages/${page?.id}?`
}

async function reportWith(world: World, changes: Record<string, string>) {
  const ended = await world.runWith(changes, 'sync', '--json')
  return { code: ended.code, report: jsonOf(ended) as RunReport }
}

async function liveSlugs(world: World): Promise<string[]> {
  const pages = await world.recordPages()
  return pages.flatMap(({ slug, status }) => (status === 'publish' ? [slug] : [])).sort()
}

// Mostly time-outs and pauses are waited for; so all at once.
describe.concurrent('a mirror whose CMS cannot save one page', () => {
  const it = withOwnWorld({ gtins, languages, env }, (world) => world.report('sync', '--json'))
  const rename = async (world: World, name: string): Promise<void> => {
    for (const gtin of world.gtins) await world.mock.patchProduct(gtin, 'de-de', { name })
  }

  it('undoes a run on all other pages', async ({ world }) => {
    await rename(world, 'Another name')
    const { report: changed } = await world.report('sync', '--json', '--approve')
    expect(changed).toMatchObject({ updated: gtins })
    await poison(world, await pathOfBadPage(world))
    const { code, report } = await world.report('undo', changed.runId, '--json')
    expect({ code, ...report }).toMatchObject({ code: 3, undone: gtins - 1, failed: 1 })
    expect(await historyOf(world)).toContain('could not revert the page')
  })

  it('updates all other pages, and that one once it can be saved', async ({ world }) => {
    await rename(world, 'Another name')
    await poison(world, await pathOfBadPage(world))
    const { code, report } = await world.report('sync', '--json', '--approve')
    expect({ code, ...report }).toMatchObject({ code: 3, updated: gtins - 1, failed: 1 })
    expect(await historyOf(world)).toContain('could not save the page')

    await world.mock.clearFaults()
    expect((await world.report('sync', '--json')).report).toMatchObject({ updated: 1, failed: 0 })
  })

  it('retires all other pages, and that one once it can be saved', async ({ world }) => {
    await world.listGtins(world.gtins.slice(0, 1))
    await poison(world, await pathOfBadPage(world))
    const { code, report } = await world.report('sync', '--json', '--approve')
    expect({ code, ...report }).toMatchObject({ code: 3, retired: records - 3, failed: 1 })
    expect(await historyOf(world)).toContain('could not save the retirement')

    await world.mock.clearFaults()
    expect((await world.report('sync', '--json', '--approve')).report).toMatchObject({
      retired: 1,
      failed: 0,
    })
  })
})

describe.concurrent('the first sync to a CMS that cannot save one item', () => {
  const it = withOwnWorld({ gtins, languages, env })

  it.for<[string, Record<string, string>, Partial<Rule>, RegExp]>([
    [
      'a reset connection',
      {},
      { kind: 'reset-before' },
      /could not save the page: the CMS sent no usable response: .*ECONNRESET/,
    ],
    ['no answer in time', impatient, { kind: 'latency', ms: 600_000 }, /no complete response within 2 s/],
  ])(
    'creates all pages except the one whose requests get %s',
    async ([, changes, fault, words], { world }) => {
      await poison(world, created(world), fault)
      const { code, report } = await reportWith(world, changes)
      expect({ code, ...report }).toMatchObject({
        code: 3,
        state: 'partial',
        created: records - 1,
        failed: 1,
      })
      expect(await liveSlugs(world)).toEqual(others(world))
      expect(await historyOf(world)).toMatch(words)

      await world.mock.clearFaults()
      expect((await world.report('sync', '--json')).report).toMatchObject({ created: 1, failed: 0 })
      expect(await liveSlugs(world)).toEqual(slugsOf(world.gtins, languages))
    },
  )

  it('creates no page twice when the reply to every batch with one page is lost', async ({ world }) => {
    await poison(world, created(world), { kind: 'reset-after' })
    const { code, report } = await world.report('sync', '--json')
    expect({ code, ...report }).toMatchObject({ code: 0, failed: 0 })
    expect(await liveSlugs(world)).toEqual(slugsOf(world.gtins, languages))
  })

  it('writes the pages without a file that cannot be stored', async ({ world }) => {
    const asset = await firstImage(world)
    await poison(world, asset, { ...serverError, method: 'POST', path: '/cms/v2/media' })
    const { code, report } = await world.report('sync', '--json')
    expect({ code, ...report }).toMatchObject({
      code: 0,
      created: records,
      failed: 0,
      media: { failed: 1 },
    })
    expect((await world.run('status', '--json')).stdout).toMatch(/media left out: .*could not be stored/)
  })

  it('creates all pages except those below a language page that cannot be saved', async ({ world }) => {
    await poison(world, '"slug":"de-de"')
    const { code, report } = await world.report('sync', '--json')
    expect({ code, ...report }).toMatchObject({ code: 3, state: 'partial', created: gtins, failed: gtins })
    expect(await liveSlugs(world)).toEqual(slugsOf(world.gtins, ['en-gb']))
    expect(await historyOf(world)).toContain(
      'the parent page /products/de-de is missing: the CMS returned 500',
    )

    await world.mock.clearFaults()
    expect((await world.report('sync', '--json')).report).toMatchObject({ created: gtins, failed: 0 })
  })

  /** A part of the URL of the upload of a product's image, and of no other file. */
  async function firstImage(world: World): Promise<string> {
    const { partnerUrl, token } = world.mock
    const asked = await fetch(`${partnerUrl}/product/${badProduct(world)}/?language=de-de`, {
      headers: { authorization: `Token ${token}` },
    })
    const { image } = (await asked.json()) as { image: string }
    const bytes = Buffer.from(await (await fetch(image)).arrayBuffer())
    return mediaSlug(hash('sha256', bytes))
  }
})

describe.concurrent('the first sync of 40 pages', () => {
  const it = withOwnWorld({ gtins: 20, languages, env: { CMS_WRITE_GRACE_SECONDS: '0' } })

  it('creates 39 when the CMS returns 500 to every request with the other one', async ({ world }) => {
    await poison(world, created(world))
    const { code, report } = await world.report('sync', '--json')
    expect({ code, ...report }).toMatchObject({ code: 3, state: 'partial', created: 39, failed: 1 })
    expect(await liveSlugs(world)).toEqual(others(world))
    expect(await historyOf(world)).toMatch(
      /could not save the page: the CMS returned 500 with \d+ bytes of text\/html.*“.*Internal Server Error/,
    )
  })

  it.for<
    [string, Record<string, string>, { kind: 'latency'; ms: number } | { kind: 'status'; status: number }]
  >([
    ['gives no answer in time', impatient, { kind: 'latency', ms: 600_000 }],
    ['answers 504', {}, { kind: 'status', status: 504 }],
  ])(
    'creates all in smaller batches when the CMS %s to batches of seven and more',
    async ([, changes, fault], { world }) => {
      await world.mock.faults([{ side: 'cms', minRequests: 7, ...fault }])
      const { code, report } = await reportWith(world, changes)
      expect({ code, ...report }).toMatchObject({ code: 0, state: 'done', created: 40, failed: 0 })
    },
  )

  it('creates all after the CMS was unreachable in the middle of the run', async ({ world }) => {
    await world.mock.faults([
      { side: 'cms', minRequests: 7, kind: 'status', status: 504 },
      { side: 'cms', path: '/batch/v1', kind: 'hold', after: 8 },
    ])
    const { ended } = world.spawn('sync', '--json')
    const count = async (kind: 'hold' | 'status') => (await world.mock.stats()).faults[kind] ?? 0
    await vi.waitFor(async () => expect(await count('hold')).toBeGreaterThan(0), patiently)
    expect((await world.recordPages()).length).toBeGreaterThan(0)
    const before = await count('status')
    await world.mock.faults([{ side: 'cms', kind: 'status', status: 502, as: 'html' }])
    await vi.waitFor(async () => expect(await count('status')).toBeGreaterThan(before + 6), patiently)
    await world.mock.clearFaults()
    const command = await ended
    expect({ code: command.code, ...jsonOf(command) }).toMatchObject({
      code: 0,
      state: 'done',
      created: 40,
      failed: 0,
    })
    expect(await liveSlugs(world)).toEqual(slugsOf(world.gtins, languages))
  })
})
