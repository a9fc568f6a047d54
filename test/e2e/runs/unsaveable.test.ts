import { hash } from 'node:crypto'
import { describe, expect } from 'vitest'
import type { Faults } from '../../../src/contracts/mock/faults.ts'
import { mediaSlug } from '../../../src/core/record/media.ts'
import { withOwnWorld } from '../../helpers/fixtures.ts'
import { slugsOf, type World } from '../../helpers/world/mirror-world.ts'

const languages = ['de-de', 'en-gb']

type Rule = Extract<Faults, readonly unknown[]>[number]

const serverError = { kind: 'status', status: 500, as: 'html' } as const
const slow = { CMS_TIMEOUT_SECONDS: '2' }

/** Each request that holds this text meets the fault, by default the error page of a server. */
const poison = (world: World, holds: string, fault: Partial<Rule> = serverError) =>
  world.mock.faults([{ side: 'cms', holds, ...fault } as Rule])
const badProduct = ({ gtins }: World): string => gtins[2] ?? ''
const badSlug = (world: World): string => `gtin-${badProduct(world)}-de-de`
const created = (world: World): string => `"slug":"${badSlug(world)}"`
const rename = (world: World, gtin: string) =>
  world.mock.patchProduct(gtin, 'de-de', { name: 'Another name' })
const historyOf = async (world: World) => (await world.run('history', badProduct(world))).stdout
const others = (world: World): string[] =>
  slugsOf(world.gtins, languages).filter((slug) => slug !== badSlug(world))

async function pathOfBadPage(world: World): Promise<string> {
  const page = (await world.recordPages()).find(({ slug }) => slug === badSlug(world))
  return `/pages/${page?.id}?`
}

async function liveSlugs(world: World): Promise<string[]> {
  const pages = await world.recordPages()
  return pages.flatMap(({ slug, status }) => (status === 'publish' ? [slug] : [])).sort()
}

// Mostly time-outs and pauses are waited for; so all at once.
describe.concurrent('a sync to a CMS that cannot save one item', () => {
  const gtins = 6
  const records = gtins * languages.length
  const it = withOwnWorld({ gtins, languages, env: { ...slow, CMS_WRITE_GRACE_SECONDS: '0' } })

  it.for<[string, Partial<Rule>, RegExp]>([
    [
      'a web page with 500',
      serverError,
      /could not save the page: the CMS answered 500 with \d+ bytes of text\/html.*“.*Internal Server Error/,
    ],
    [
      'a reset connection',
      { kind: 'reset-before' },
      /could not save the page: the CMS gave no usable answer: .*ECONNRESET/,
    ],
    ['no answer in time', { kind: 'latency', ms: 60_000 }, /no complete answer within 2 s/],
  ])('creates all pages but the one whose requests get %s', async ([, fault, words], { world }) => {
    await poison(world, created(world), fault)
    const { code, report } = await world.report('sync', '--json')
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
  })

  it('creates no page twice when the reply to every batch with one page is lost', async ({ world }) => {
    await poison(world, created(world), { kind: 'reset-after' })
    const { code, report } = await world.report('sync', '--json')
    expect({ code, ...report }).toMatchObject({ code: 0, failed: 0 })
    expect(await liveSlugs(world)).toEqual(slugsOf(world.gtins, languages))
  })

  it('updates all other pages', async ({ world }) => {
    await world.report('sync', '--json')
    for (const one of world.gtins) await rename(world, one)
    await poison(world, await pathOfBadPage(world))
    const { code, report } = await world.report('sync', '--json', '--approve')
    expect({ code, ...report }).toMatchObject({ code: 3, updated: gtins - 1, failed: 1 })
    expect(await historyOf(world)).toContain('could not save the page')

    await world.mock.clearFaults()
    expect((await world.report('sync', '--json')).report).toMatchObject({ updated: 1, failed: 0 })
  })

  it('retires all other pages', async ({ world }) => {
    await world.report('sync', '--json')
    await world.listGtins(world.gtins.slice(3))
    await poison(world, await pathOfBadPage(world))
    const { code, report } = await world.report('sync', '--json', '--approve')
    expect({ code, ...report }).toMatchObject({ code: 3, retired: 5, failed: 1 })
    expect(await historyOf(world)).toContain('could not save the retirement')

    await world.mock.clearFaults()
    expect((await world.report('sync', '--json', '--approve')).report).toMatchObject({
      retired: 1,
      failed: 0,
    })
  })

  it('is undone on all other pages', async ({ world }) => {
    await world.report('sync', '--json')
    for (const one of world.gtins) await rename(world, one)
    const { report: changed } = await world.report('sync', '--json', '--approve')
    await poison(world, await pathOfBadPage(world))
    const { code, report } = await world.report('undo', changed.runId, '--json')
    expect({ code, ...report }).toMatchObject({ code: 3, undone: gtins - 1, failed: 1 })
    expect(await historyOf(world)).toContain('could not put the page back')
  })

  it('writes the pages without a file that cannot be stored', async ({ world }) => {
    const asset = await firstImage(world)
    await poison(world, asset, {
      kind: 'status',
      status: 500,
      as: 'html',
      method: 'POST',
      path: '/cms/v2/media',
    })
    const { code, report } = await world.report('sync', '--json')
    expect({ code, ...report }).toMatchObject({
      code: 0,
      created: records,
      failed: 0,
      media: { failed: 1 },
    })
    expect((await world.run('status', '--json')).stdout).toMatch(/media left out: .*could not be stored/)
  })

  it('creates all pages but those below a language page that cannot be saved', async ({ world }) => {
    await poison(world, '"slug":"de-de"')
    const { code, report } = await world.report('sync', '--json')
    expect({ code, ...report }).toMatchObject({ code: 3, state: 'partial', created: gtins, failed: gtins })
    expect(await liveSlugs(world)).toEqual(slugsOf(world.gtins, ['en-gb']))
    expect(await historyOf(world)).toContain(
      'the parent page /products/de-de is missing: the CMS answered 500',
    )

    await world.mock.clearFaults()
    expect((await world.report('sync', '--json')).report).toMatchObject({ created: gtins, failed: 0 })
  })

  /** A text that stands in the address of the upload of a product's picture, and of no other file. */
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

describe.concurrent('a sync of 40 pages', () => {
  const it = withOwnWorld({ gtins: 20, languages, env: slow })

  it('creates 39 when the CMS answers 500 to every request with the other one', async ({ world }) => {
    const bad = `gtin-${world.gtins[7] ?? ''}-en-gb`
    await world.mock.faults([{ side: 'cms', holds: `"slug":"${bad}"`, ...serverError }])
    const { code, report } = await world.report('sync', '--json')
    expect({ code, ...report }).toMatchObject({ code: 3, state: 'partial', created: 39, failed: 1 })
    const slugs = (await world.recordPages()).map(({ slug }) => slug).sort()
    expect(slugs).toEqual(slugsOf(world.gtins, languages).filter((slug) => slug !== bad))
  })

  it.for<[string, { kind: 'latency'; ms: number } | { kind: 'status'; status: number }]>([
    ['gives no answer', { kind: 'latency', ms: 60_000 }],
    ['answers 504', { kind: 'status', status: 504 }],
  ])(
    'creates all in smaller batches when the CMS %s to batches of seven and more',
    async ([, fault], { world }) => {
      await world.mock.faults([{ side: 'cms', minRequests: 7, ...fault }])
      const { code, report } = await world.report('sync', '--json')
      expect({ code, ...report }).toMatchObject({ code: 0, state: 'done', created: 40, failed: 0 })
    },
  )

  it('creates all after the CMS was unreachable in the middle of the run', async ({ world }) => {
    await world.mock.faults([
      { side: 'cms', minRequests: 7, kind: 'status', status: 504 },
      { side: 'cms', path: '/batch/v1', kind: 'latency', ms: 500 },
    ])
    const { ended } = world.spawn('sync', '--json')
    await expect.poll(async () => (await world.recordPages()).length, { interval: 50 }).toBeGreaterThan(0)
    await world.mock.faults([{ side: 'cms', kind: 'status', status: 502, as: 'html', until: 6_000 }])
    const { code, stdout } = await ended
    expect({ code, ...JSON.parse(stdout) }).toMatchObject({
      code: 0,
      state: 'done',
      created: 40,
      failed: 0,
    })
    const slugs = (await world.recordPages()).map(({ slug }) => slug).sort()
    expect(slugs).toEqual(slugsOf(world.gtins, languages))
  })
})
