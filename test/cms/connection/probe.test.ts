import { expect } from 'vitest'
import { withScripts } from '../../helpers/upstream-fixtures.ts'

const signal = new AbortController().signal
const it = withScripts()

const two = [{ id: 1 }, { id: 2 }]

const complete = (rows: readonly unknown[]) => ({
  'x-wp-total': String(rows.length),
  'x-wp-totalpages': '1',
  date: new Date().toUTCString(),
})

it('a complete site has nothing to report', async ({ start, connectCms }) => {
  const server = await start(() => ({ json: two, headers: complete(two) }))
  expect(await connectCms(server.url).probe(signal)).toEqual({
    missing: [],
    hidden: 0,
    aheadMs: expect.closeTo(0, -4) as unknown,
    cached: undefined,
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
