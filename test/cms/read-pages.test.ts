import { afterEach, expect, test } from 'vitest'
import { createCms, type CmsOptions } from '../../src/cms/cms.ts'
import { UnreachableError, UnusableError } from '../../src/lib/errors.ts'
import { openGate } from '../helpers/sync/gate.ts'
import { type Asked, startScripted, type Step } from '../helpers/world/scripted-server.ts'

const signal = new AbortController().signal
const closing: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function connect(script: Step[] | ((asked: Asked) => Step), more: Partial<CmsOptions> = {}) {
  const server = await startScripted(script)
  const cms = createCms({
    apiRoot: server.url,
    namespace: '/wp/v2/',
    auth: { token: 'bearer-token' },
    gate: openGate(),
    retry: { tries: 2, baseMs: 1, capMs: 1 },
    ...more,
  })
  closing.push(
    () => cms.close(),
    () => server.close(),
  )
  return { server, cms }
}

function wirePage(id: number, slug = `s-${id}`) {
  const raw = { raw: '' }
  const texts = { title: raw, excerpt: raw, content: raw }
  return { id, slug, status: 'draft', parent: 0, link: '/', modified_gmt: 'm', featured_media: 0, ...texts }
}

const query = (asked: Asked | undefined) => new URL(asked?.url ?? '', 'http://x').searchParams

test('pages are read by id with raw texts, in every status, in the one order that loses none', async () => {
  const kinds: string[] = []
  const { server, cms } = await connect([{ json: [wirePage(3), wirePage(5)] }], {
    onRequest: (kind) => kinds.push(kind),
  })
  expect((await cms.readPages([5, 3, 4], signal)).map(({ id }) => id)).toEqual([3, 5])
  const [asked] = server.asked
  expect(asked?.url).toMatch(/^\/wp\/v2\/pages\?/)
  expect(asked?.headers.authorization).toBe('Bearer bearer-token')
  expect(Object.fromEntries(query(asked))).toMatchObject({
    context: 'edit',
    include: '5,3,4',
    status: 'publish,future,draft,pending,private,trash',
    orderby: 'id',
    order: 'asc',
    per_page: '100',
    _fields:
      'id,slug,status,parent,link,author,date_gmt,modified_gmt,title.raw,excerpt.raw,content.raw,featured_media,_links.predecessor-version,_links.version-history',
  })
  expect(kinds).toEqual(['cmsReads'])
})

test('no ids and no slugs, no request', async () => {
  const { server, cms } = await connect([{}])
  expect(await cms.readPages([], signal)).toEqual([])
  expect(await cms.findPages([], signal)).toEqual([])
  expect(await cms.findMedia([], signal)).toEqual([])
  expect(server.asked).toEqual([])
})

test('slugs are looked up under their name in the trash too', async () => {
  const { server, cms } = await connect([{ json: [wirePage(4, 'gtin-1-de__trashed')] }])
  expect(await cms.findPages(['gtin-1-de'], signal)).toMatchObject([{ id: 4, slug: 'gtin-1-de__trashed' }])
  expect(query(server.asked[0]).get('slug')).toBe('gtin-1-de,gtin-1-de__trashed')
})

test('200 long slugs are split over requests that fit into 8 KiB, and the answer is one list by id', async () => {
  const slugs = Array.from({ length: 200 }, (_, i) => `gtin-${4_026_639_012_000 + i}-de-at`)
  const { server, cms } = await connect((asked) => {
    const wanted = query(asked).get('slug')?.split(',') ?? []
    const own = slugs.flatMap((slug, i) => (wanted.includes(slug) ? [wirePage(1_000 - i, slug)] : []))
    return { json: own.toReversed() }
  })
  const found = await cms.findPages(slugs, signal)
  expect(found.map(({ id }) => id)).toEqual(Array.from({ length: 200 }, (_, i) => 801 + i))
  expect(server.asked.length).toBe(2)
  expect(Math.max(...server.asked.map(({ url }) => url.length))).toBeLessThan(8_000)
})

test('more than 100 rows are read page by page', async () => {
  const { server, cms } = await connect((asked) => {
    const page = Number(query(asked).get('page') ?? 1)
    return { json: [wirePage(page)], headers: { 'x-wp-totalpages': '3' } }
  })
  expect((await cms.findPages(['a'], signal)).map(({ id }) => id)).toEqual([1, 2, 3])
  expect(server.asked).toHaveLength(3)
})

test('a walk may be taken up in its middle, and ends where there is nothing left', async () => {
  const { server, cms } = await connect((asked) =>
    query(asked).get('page') === '3'
      ? { json: [wirePage(201)], headers: { 'x-wp-totalpages': '4' } }
      : { status: 400, json: { code: 'rest_post_invalid_page_number', message: 'No.' } },
  )
  const ids: number[] = []
  for await (const part of cms.walkPages(2, signal)) ids.push(...part.map(({ id }) => id))
  expect(ids).toEqual([201])
  expect(server.asked.map((asked) => query(asked).get('page'))).toEqual(['3', '4'])
})

const forbidden = { details: { status: { code: 'rest_forbidden_status' } }, status: 400 }

test.each<[string, Step]>([
  ['401', { status: 401, json: { code: 'rest_forbidden_context', message: 'No.', data: { status: 401 } } }],
  [
    'a forbidden status',
    { status: 400, json: { code: 'rest_invalid_param', message: 'No.', data: forbidden } },
  ],
])('credentials that count as anonymous (%s) make the CMS unusable', async (_, step) => {
  const { cms } = await connect([step])
  const error = await cms.readPages([1], signal).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(UnusableError)
  expect(error).toHaveProperty('message', expect.stringContaining('CMS_USER'))
  expect(error).not.toHaveProperty('message', expect.stringContaining('bearer-token'))
})

test.each<[string, Step, string]>([
  ['server faults', { status: 500, json: { code: 'wp_die', message: 'Database down' } }, 'Database down'],
  ['web pages', { body: '<html>' }, 'not JSON'],
  ['rows of another form', { json: [{ id: 1 }] }, 'another form'],
])('lasting %s are unreachable, with the reason and the number of tries', async (_, step, said) => {
  const { server, cms } = await connect([step])
  const error = await cms.readPages([1], signal).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(UnreachableError)
  expect(error).toHaveProperty('message', expect.stringContaining(said))
  expect(error).toHaveProperty('message', expect.stringContaining('after 2 tries'))
  expect(server.asked).toHaveLength(2)
})

test.each(['/?rest_route=', '/?rest_route=/', '/blog/index.php?rest_route='])(
  'a root that is a query, %s, has the route in it and everything else behind',
  async (root) => {
    const server = await startScripted([{ json: [wirePage(3)] }])
    const { cms } = await connect([], { apiRoot: server.url + root })
    closing.push(() => server.close())
    await cms.readPages([3], signal)
    const { pathname } = new URL(root, 'http://x')
    expect(server.asked[0]?.url).toMatch(new RegExp(`^${pathname}\\?rest_route=/wp/v2/pages&`))
    expect(query(server.asked[0]).get('include')).toBe('3')
  },
)

test('a wrong root address is refused at once', () => {
  const options = { namespace: 'cms/v2', auth: { token: 't' }, gate: openGate() }
  expect(() => createCms({ ...options, apiRoot: 'example.org/api' })).toThrow('CMS_API_ROOT')
})
