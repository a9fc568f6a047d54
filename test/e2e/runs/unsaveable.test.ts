import { hash } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Faults } from '../../../src/contracts/mock/faults.ts'
import { mediaSlug } from '../../../src/core/record/media.ts'
import { openWorld, slugsOf, type World } from '../../helpers/world/mirror-world.ts'

const languages = ['de-de', 'en-gb']
const patience = 180_000

describe('a CMS that cannot save one thing', () => {
  const gtins = 6
  const records = gtins * languages.length
  let world: World
  let gtin: string
  beforeEach(async () => {
    const env = { CMS_WRITE_GRACE_SECONDS: '0', CMS_TIMEOUT_SECONDS: '2' }
    world = await openWorld({ gtins, languages, env })
    gtin = world.gtins[2] ?? ''
  })
  afterEach(() => world.close())

  type Rules = Extract<Faults, readonly unknown[]>
  const poison = (
    holds: string,
    fault: Partial<Rules[number]> = { kind: 'status', status: 500, as: 'html' },
  ) => world.mock.faults([{ side: 'cms', holds, ...fault } as Rules[number]])
  const created = () => `"slug":"gtin-${gtin}-de-de"`
  const pathOfPage = async () => {
    const page = (await world.recordPages()).find(({ slug }) => slug === `gtin-${gtin}-de-de`)
    return `/pages/${page?.id}?`
  }
  const rename = (one: string) => world.mock.patchProduct(one, 'de-de', { name: 'Another name' })
  const liveSlugs = async () =>
    (await world.recordPages())
      .filter(({ status }) => status === 'publish')
      .map(({ slug }) => slug)
      .sort()
  const others = () => slugsOf(world.gtins, languages).filter((slug) => slug !== `gtin-${gtin}-de-de`)
  const historyOf = async (one: string) => (await world.run('history', one)).stdout

  it.each<[string, Partial<Rules[number]>, RegExp]>([
    [
      'a web page with 500',
      { kind: 'status', status: 500, as: 'html' },
      /could not save the page: the CMS answered 500 with \d+ bytes of text\/html.*“.*Internal Server Error/,
    ],
    [
      'a reset connection',
      { kind: 'reset-before' },
      /could not save the page: the CMS gave no usable answer: .*ECONNRESET/,
    ],
    ['no answer in time', { kind: 'latency', ms: 60_000 }, /no complete answer within 2 s/],
  ])(
    'creates all pages but the one that gets %s',
    async (_, fault, words) => {
      await poison(created(), fault)
      const { code, report } = await world.report('sync', '--json')
      expect({ code, ...report }).toMatchObject({
        code: 3,
        state: 'partial',
        created: records - 1,
        failed: 1,
      })
      expect(await liveSlugs()).toEqual(others())
      expect(await historyOf(gtin)).toMatch(words)

      await world.mock.clearFaults()
      expect((await world.report('sync', '--json')).report).toMatchObject({ created: 1, failed: 0 })
      expect(await liveSlugs()).toEqual(slugsOf(world.gtins, languages))
    },
    patience,
  )

  it(
    'creates no page twice when every batch with a certain page is carried out and its answer lost',
    async () => {
      await poison(created(), { kind: 'reset-after' })
      const { code, report } = await world.report('sync', '--json')
      expect({ code, ...report }).toMatchObject({ code: 0, failed: 0 })
      expect(await liveSlugs()).toEqual(slugsOf(world.gtins, languages))
    },
    patience,
  )

  it(
    'updates all pages but the one that it cannot save',
    async () => {
      await world.report('sync', '--json')
      for (const one of world.gtins) await rename(one)
      await poison(await pathOfPage())
      const { code, report } = await world.report('sync', '--json', '--approve')
      expect({ code, ...report }).toMatchObject({ code: 3, updated: gtins - 1, failed: 1 })
      expect(await historyOf(gtin)).toContain('could not save the page')

      await world.mock.clearFaults()
      expect((await world.report('sync', '--json')).report).toMatchObject({ updated: 1, failed: 0 })
    },
    patience,
  )

  it(
    'retires all pages but the one that it cannot save',
    async () => {
      await world.report('sync', '--json')
      await world.listGtins(world.gtins.slice(3))
      await poison(await pathOfPage())
      const { code, report } = await world.report('sync', '--json', '--approve')
      expect({ code, ...report }).toMatchObject({ code: 3, retired: 5, failed: 1 })
      expect(await historyOf(gtin)).toContain('could not save the retirement')

      await world.mock.clearFaults()
      expect((await world.report('sync', '--json', '--approve')).report).toMatchObject({
        retired: 1,
        failed: 0,
      })
    },
    patience,
  )

  it(
    'undoes all pages of a run but the one that it cannot save',
    async () => {
      await world.report('sync', '--json')
      for (const one of world.gtins) await rename(one)
      const { report: changed } = await world.report('sync', '--json', '--approve')
      await poison(await pathOfPage())
      const { code, report } = await world.report('undo', changed.runId, '--json')
      expect({ code, ...report }).toMatchObject({ code: 3, undone: gtins - 1, failed: 1 })
      expect(await historyOf(gtin)).toContain('could not put the page back')
    },
    patience,
  )

  it(
    'writes the pages without the one file that it cannot store',
    async () => {
      const asset = await firstImage()
      await poison(asset, { kind: 'status', status: 500, as: 'html', method: 'POST', path: '/cms/v2/media' })
      const { code, report } = await world.report('sync', '--json')
      expect({ code, ...report }).toMatchObject({
        code: 0,
        created: records,
        failed: 0,
        media: { failed: 1 },
      })
      expect((await world.run('status', '--json')).stdout).toMatch(/media left out: .*could not be stored/)
    },
    patience,
  )

  it(
    'creates no page below a language page that it cannot save, and all others',
    async () => {
      await poison('"slug":"de-de"')
      const { code, report } = await world.report('sync', '--json')
      expect({ code, ...report }).toMatchObject({ code: 3, state: 'partial', created: gtins, failed: gtins })
      expect(await liveSlugs()).toEqual(slugsOf(world.gtins, ['en-gb']))
      expect(await historyOf(gtin)).toContain(
        'the parent page /products/de-de is missing: the CMS answered 500',
      )

      await world.mock.clearFaults()
      expect((await world.report('sync', '--json')).report).toMatchObject({ created: gtins, failed: 0 })
    },
    patience,
  )

  /** A text that stands in the address of the upload of a product's picture, and of no other file. */
  async function firstImage(): Promise<string> {
    const { partnerUrl, token } = world.mock
    const asked = await fetch(`${partnerUrl}/product/${gtin}/?language=de-de`, {
      headers: { authorization: `Token ${token}` },
    })
    const { image } = (await asked.json()) as { image: string }
    const bytes = Buffer.from(await (await fetch(image)).arrayBuffer())
    return mediaSlug(hash('sha256', bytes))
  }
})

describe('a CMS under 20 products in two languages', () => {
  let world: World
  beforeEach(async () => {
    world = await openWorld({ gtins: 20, languages, env: { CMS_TIMEOUT_SECONDS: '2' } })
  })
  afterEach(() => world.close())

  it(
    'gets 39 of 40 pages when it answers 500 to every request with a certain one',
    async () => {
      const bad = `gtin-${world.gtins[7] ?? ''}-en-gb`
      await world.mock.faults([
        { side: 'cms', holds: `"slug":"${bad}"`, kind: 'status', status: 500, as: 'html' },
      ])
      const { code, report } = await world.report('sync', '--json')
      expect({ code, ...report }).toMatchObject({ code: 3, state: 'partial', created: 39, failed: 1 })
      const slugs = (await world.recordPages()).map(({ slug }) => slug).sort()
      expect(slugs).toEqual(slugsOf(world.gtins, languages).filter((slug) => slug !== bad))
    },
    patience,
  )

  it.each<[string, { kind: 'latency'; ms: number } | { kind: 'status'; status: number }]>([
    ['gives no answer', { kind: 'latency', ms: 60_000 }],
    ['answers 504', { kind: 'status', status: 504 }],
  ])(
    'gets all pages in smaller batches when it %s to batches of seven and more',
    async (_, fault) => {
      await world.mock.faults([{ side: 'cms', minRequests: 7, ...fault }])
      const { code, report } = await world.report('sync', '--json')
      expect({ code, ...report }).toMatchObject({ code: 0, state: 'done', created: 40, failed: 0 })
    },
    patience,
  )

  it(
    'gets all pages after it was away in the middle of a run',
    async () => {
      await world.mock.faults([
        { side: 'cms', minRequests: 7, kind: 'status', status: 504 },
        { side: 'cms', path: '/batch/v1', kind: 'latency', ms: 500 },
      ])
      const { ended } = world.spawn('sync', '--json')
      await expect
        .poll(async () => (await world.recordPages()).length, { timeout: patience, interval: 50 })
        .toBeGreaterThan(0)
      await world.mock.faults([{ side: 'cms', kind: 'status', status: 502, as: 'html', until: 20_000 }])
      const { code, stdout } = await ended
      expect({ code, ...JSON.parse(stdout) }).toMatchObject({
        code: 0,
        state: 'done',
        created: 40,
        failed: 0,
      })
      const slugs = (await world.recordPages()).map(({ slug }) => slug).sort()
      expect(slugs).toEqual(slugsOf(world.gtins, languages))
    },
    patience,
  )
})
