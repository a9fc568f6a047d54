import fc from 'fast-check'
import { describe, expect } from 'vitest'
import { toGmt } from '../../src/lib/gmt.ts'
import type { Cms } from '../../src/sync/ports/cms.ts'
import { withScripts } from '../helpers/upstream-fixtures.ts'
import type { Asked, Step } from '../helpers/world/scripted-server.ts'

const signal = new AbortController().signal
const stock = { namespace: '/wp/v2/', auth: { token: 'bearer-token' } }
const it = withScripts()

const start = Date.parse('2026-11-20T04:00:00Z')
const since = toGmt(start)

/** Pages by id with the second of their last change, and an action before each response. */
type Site = { pages: Map<number, number>; before?: (asked: Asked, answers: number) => void }

/** Returns lists of pages as WordPress does, with both bounds of a window excluded. */
function answering(site: Site): (asked: Asked) => Step {
  let answers = 0
  return (asked) => {
    site.before?.(asked, answers++)
    const query = new URL(asked.url, 'http://x').searchParams
    const second = (name: string, otherwise: number): number =>
      query.has(name) ? (Date.parse(query.get(name) ?? '') - start) / 1000 : otherwise
    const after = second('modified_after', -Infinity)
    const before = second('modified_before', Infinity)
    const found = [...site.pages].filter(([, at]) => at > after && at < before)
    found.sort(([id, at], [otherId, otherAt]) => {
      if (query.get('orderby') === 'id') return id - otherId
      return query.get('order') === 'asc' ? at - otherAt || id - otherId : otherAt - at || otherId - id
    })
    const page = Number(query.get('page') ?? 1)
    const parts = Math.ceil(found.length / 100)
    if (page > 1 && page > parts) return { status: 400, json: { code: 'rest_post_invalid_page_number' } }
    return {
      json: found.slice((page - 1) * 100, page * 100).map(([id, at]) => ({
        id,
        slug: `s-${id}`,
        status: 'publish',
        modified_gmt: toGmt(start + 1000 * at),
      })),
      headers: { 'x-wp-total': String(found.length), 'x-wp-totalpages': String(parts) },
    }
  }
}

/** The ids in order. */
async function modified(cms: Cms): Promise<number[]> {
  const ids: number[] = []
  for await (const { pages } of cms.readModified({ since, revisions: true }, signal))
    for (const { id } of pages) ids.push(id)
  return ids
}

const pagesAt = (seconds: readonly number[]): Map<number, number> =>
  new Map(seconds.map((at, index) => [index + 1, at]))
const spread = (count: number, perSecond: number): number[] =>
  Array.from({ length: count }, (_, index) => Math.floor(index / perSecond))
const furthestPage = (asked: readonly Asked[]): number =>
  Math.max(...asked.map(({ url }) => Number(new URL(url, 'http://x').searchParams.get('page') ?? 1)))

describe('a long list of changes', () => {
  it('contains each page once, whenever they changed', async ({ start: serve, connectCms }) => {
    const site: Site = { pages: new Map() }
    const server = await serve(answering(site))
    const cms = connectCms(server.url, stock)
    const bulk = fc.record({
      at: fc.integer({ min: 0, max: 400_000 }),
      count: fc.integer({ min: 1, max: 1_500 }),
      perSecond: fc.constantFrom(1, 7, 300, 1_500),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(bulk, { minLength: 1, maxLength: 4 }), async (bulks) => {
        const seconds = bulks.flatMap(({ at, count, perSecond }) =>
          spread(count, perSecond).map((second) => at + second),
        )
        site.pages = pagesAt(seconds)
        const ids = await modified(cms)
        expect(ids.toSorted((one, other) => one - other)).toEqual([...site.pages.keys()])
      }),
      { numRuns: 30 },
    )
  })

  it('is read in windows with few parts each', async ({ start: serve, connectCms }) => {
    const server = await serve(answering({ pages: pagesAt(spread(20_000, 50)) }))
    expect(new Set(await modified(connectCms(server.url, stock))).size).toBe(20_000)
    expect(furthestPage(server.asked)).toBeLessThanOrEqual(10)
    expect(server.asked.length).toBeLessThan(280)
  })

  it('requires no request for hours without changes', async ({ start: serve, connectCms }) => {
    const late = spread(2_000, 700).map((second) => 40_000 + second)
    const server = await serve(answering({ pages: pagesAt([...late, ...late.map((at) => at + 40_000)]) }))
    expect(new Set(await modified(connectCms(server.url, stock))).size).toBe(4_000)
    expect(server.asked.length).toBeLessThan(60)
  })

  it('is read part by part if all its pages changed within one second', async ({
    start: serve,
    connectCms,
  }) => {
    const server = await serve(answering({ pages: pagesAt(spread(2_500, 2_500)) }))
    expect(new Set(await modified(connectCms(server.url, stock))).size).toBe(2_500)
    expect(furthestPage(server.asked)).toBe(25)
  })

  it('contains every page once even if others are saved or deleted during the read', async ({
    start: serve,
    connectCms,
  }) => {
    const site: Site = { pages: pagesAt(spread(6_000, 50)) }
    site.before = ({ url }, answers) => {
      if (!url.includes('&page=2') || answers % 3 !== 0) return
      const bound = (Date.parse(/modified_after=([^&]+)/.exec(url)?.[1] ?? '') - start) / 1000
      // The first page of the window is saved again or deleted, in turns; one of an earlier window is saved again.
      const first = [...site.pages].find(([, at]) => at > bound)
      if (first !== undefined && answers % 2 === 0) site.pages.set(first[0], 1_000 + answers)
      else if (first !== undefined) site.pages.delete(first[0])
      const earlier = [...site.pages].find(([, at]) => at < bound)
      if (earlier !== undefined) site.pages.set(earlier[0], 2_000 + answers)
    }
    const server = await serve(answering(site))
    const found = await modified(connectCms(server.url, stock))
    const ids = new Set(found)
    expect(found).toHaveLength(ids.size)
    expect(site.pages.size).toBeLessThan(6_000)
    expect([...site.pages.keys()].filter((id) => !ids.has(id))).toEqual([])
  })

  it('has no window that ends at a full minute, where the clock of the site may jump', async ({
    start: serve,
    connectCms,
  }) => {
    const server = await serve(answering({ pages: pagesAt(spread(30_000, 17)) }))
    await modified(connectCms(server.url, stock))
    const ends = server.asked.flatMap(({ url }) => /modified_before=([^&]+)/.exec(url)?.[1] ?? [])
    expect(new Set(ends).size).toBeGreaterThan(30)
    expect(ends.filter((end) => end.endsWith(':00Z'))).toEqual([])
  })

  it('that never ends is reported', async ({ start: serve, connectCms }) => {
    // Like a CMS that does not know the filters.
    const { pages } = { pages: pagesAt(spread(1_200, 100)) }
    const answer = answering({ pages })
    const server = await serve((asked) =>
      answer({ ...asked, url: asked.url.replace(/&modified_(after|before)=[^&]*/g, '') }),
    )
    const cms = connectCms(server.url, { ...stock, maxListRows: 5_000 })
    await expect(modified(cms)).rejects.toThrow('raise CMS_MAX_LIST_ROWS')
  })
})
