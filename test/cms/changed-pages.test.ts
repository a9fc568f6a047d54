import { expect } from 'vitest'
import type { Modified } from '../../src/sync/ports/cms.ts'
import type { Asked, Step } from '../helpers/world/scripted-server.ts'
import { withScripts } from '../helpers/upstream-fixtures.ts'

const signal = new AbortController().signal
const stock = { namespace: '/wp/v2/', auth: { token: 'bearer-token' } }
const it = withScripts()

const query = (asked: Asked | undefined) => new URL(asked?.url ?? '', 'http://x').searchParams

function rowAt(id: number, modified: string) {
  return { id, slug: `s-${id}`, status: 'publish', parent: 2, modified_gmt: modified, featured_media: 9 }
}

async function partsOf(found: AsyncIterable<Modified>): Promise<Modified[]> {
  const parts: Modified[] = []
  for await (const part of found) parts.push(part)
  return parts
}

it('the newest changes, the number of all pages and the time of the CMS are read with one request', async ({
  start,
  connectCms,
}) => {
  const links = {
    'predecessor-version': [{ id: 77, href: 'x' }],
    'version-history': [{ count: 2, href: 'x' }],
  }
  const headers = { 'x-wp-total': '2', date: 'Fri, 20 Nov 2026 04:00:07 GMT' }
  const row = { ...rowAt(5, '2026-11-20T04:00:03'), content: { protected: true }, _links: links }
  const server = await start([{ json: [row, rowAt(3, '2026-11-19T00:00:00')], headers }])
  const cms = connectCms(server.url, stock)
  const known = { status: 'publish', parent: 2, featuredMedia: 9 }
  expect(await partsOf(cms.readModified({ since: '2026-11-20T03:00:00', revisions: true }, signal))).toEqual([
    {
      pages: [
        {
          ...known,
          id: 5,
          slug: 's-5',
          hasPassword: true,
          modifiedGmt: '2026-11-20T04:00:03',
          revision: 77,
        },
        { ...known, id: 3, slug: 's-3', modifiedGmt: '2026-11-19T00:00:00', revision: 0 },
      ],
      total: 2,
      at: Date.parse('2026-11-20T04:00:07Z'),
      notes: [],
    },
  ])
  expect(server.asked).toHaveLength(1)
  expect(Object.fromEntries(query(server.asked[0]))).toEqual({
    context: 'edit',
    status: 'any,publish,future,draft,pending,private,trash',
    orderby: 'modified',
    order: 'desc',
    per_page: '100',
    _fields:
      'id,slug,status,parent,modified_gmt,content.protected,featured_media,_links.predecessor-version,_links.version-history',
  })
})

it('more than a hundred changes are read in the order of ids, from a given second', async ({
  start,
  connectCms,
}) => {
  const rows = Array.from({ length: 130 }, (_, index) => rowAt(index + 1, '2026-11-20T04:00:00'))
  const server = await start((asked): Step => {
    const page = Number(query(asked).get('page') ?? 1)
    const json = rows.slice((page - 1) * 100, page * 100)
    return { json, headers: { 'x-wp-total': '130', 'x-wp-totalpages': '2' } }
  })
  const cms = connectCms(server.url, stock)
  const parts = await partsOf(cms.readModified({ since: '2026-11-20T04:00:00', revisions: true }, signal))
  expect(parts.flatMap(({ pages }) => pages.map(({ id }) => id))).toEqual(rows.map(({ id }) => id))
  expect(parts[0]).toMatchObject({ pages: [], total: 130 })
  const walked = server.asked.slice(1).map((asked) => Object.fromEntries(query(asked)))
  expect(walked).toMatchObject([
    { modified_after: '2026-11-20T03:59:59Z', orderby: 'id', order: 'asc', per_page: '100' },
    { modified_after: '2026-11-20T03:59:59Z', page: '2' },
  ])
})

it('without a start time, only the newest hundred are read', async ({ start, connectCms }) => {
  const rows = Array.from({ length: 100 }, (_, index) => rowAt(index + 1, '2026-11-20T04:00:00'))
  const server = await start([{ json: rows }])
  const [part] = await partsOf(
    connectCms(server.url, stock).readModified({ since: undefined, revisions: true }, signal),
  )
  expect(part?.pages).toHaveLength(100)
  expect(part?.total).toBeUndefined()
  expect(server.asked).toHaveLength(1)
})

it('pages are searched by id in every status', async ({ start, connectCms }) => {
  const server = await start([{ json: [{ id: 3 }, { id: 5 }] }])
  const cms = connectCms(server.url, stock)
  expect([...(await cms.findExisting([3, 5], signal)).keys()]).toEqual([3, 5])
  expect(Object.fromEntries(query(server.asked[0]))).toMatchObject({
    include: '3,5',
    status: 'any,publish,future,draft,pending,private,trash',
    _fields: 'id',
  })
})
