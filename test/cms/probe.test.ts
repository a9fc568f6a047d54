import { expect } from 'vitest'
import { withScripts } from '../helpers/upstream-fixtures.ts'

const signal = new AbortController().signal
const it = withScripts()

const made = '2026-11-20T04:00:00'
const history = (count: number) => ({ 'version-history': [{ count }] })

/** Rows of pages that were changed after they were made, with so many revisions each. */
const changed = (...counts: number[]) =>
  counts.map((count, index) => ({
    id: index + 1,
    status: 'publish',
    date_gmt: made,
    modified_gmt: '2026-11-21T04:00:00',
    _links: history(count),
  }))

const complete = (rows: readonly unknown[]) => ({
  'x-wp-total': String(rows.length),
  'x-wp-totalpages': '1',
  date: new Date().toUTCString(),
})

it('a complete site has nothing to report', async ({ start, connectCms }) => {
  const rows = changed(0, 2)
  const server = await start(() => ({ json: rows, headers: complete(rows) }))
  expect(await connectCms(server.url).probe(signal)).toEqual({
    missing: [],
    hidden: 0,
    aheadMs: expect.closeTo(0, -4) as unknown,
    cached: undefined,
    hasRevisions: true,
  })
})

it('missing headers, hidden pages and a clock that is wrong are noticed', async ({ start, connectCms }) => {
  const late = await start(() => ({
    json: [],
    headers: { 'x-wp-total': '7', date: 'Fri, 20 Nov 2020 04:00:00 GMT' },
  }))
  const probe = await connectCms(late.url).probe(signal)
  expect(probe).toMatchObject({ missing: ['x-wp-totalpages'], hidden: 7 })
  expect(probe.aheadMs).toBeLessThan(-365 * 86_400_000)
})

it.for([
  ['age: 12', { age: '12' }],
  ['x-cache: Hit from cloud', { 'x-cache': 'Hit from cloud' }],
  ['cf-cache-status: HIT', { 'cf-cache-status': 'HIT' }],
  [undefined, { age: '0', 'x-cache': 'MISS', 'cf-cache-status': 'DYNAMIC' }],
] as const)(
  'a cache that responds the second time is recognised: %s',
  async ([cached, more], { start, connectCms }) => {
    const server = await start([
      { json: [], headers: complete([]) },
      { json: [], headers: { ...complete([]), ...more } },
    ])
    expect((await connectCms(server.url).probe(signal)).cached).toBe(cached)
    expect(server.asked).toHaveLength(2)
  },
)

it.for([
  ['three changed pages without a revision', changed(0, 0, 0), false],
  ['only two changed pages', changed(0, 0), undefined],
  [
    'pages that were never changed',
    changed(0, 0, 0).map((row) => ({ ...row, modified_gmt: made })),
    undefined,
  ],
  [
    'drafts, which have no date',
    changed(0, 0, 0).map((row) => ({ ...row, status: 'draft', date_gmt: null })),
    undefined,
  ],
] as const)(
  'whether a site keeps revisions is judged by its changed pages: %s',
  async ([, rows, has], { start, connectCms }) => {
    const server = await start(() => ({ json: rows, headers: complete(rows) }))
    expect((await connectCms(server.url).probe(signal)).hasRevisions).toBe(has)
  },
)
