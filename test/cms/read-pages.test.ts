import { describe, expect } from 'vitest'
import type { CmsOptions } from '../../src/cms/cms.ts'
import { UnreachableError, UnusableError } from '../../src/lib/errors.ts'
import type { Asked, Step } from '../helpers/world/scripted-server.ts'
import { type Script, withScripts } from '../helpers/upstream-fixtures.ts'

const signal = new AbortController().signal

const it = withScripts().extend(
  'connect',
  ({ start, connectCms }) =>
    async (script: Script, more: Partial<CmsOptions> = {}) => {
      const server = await start(script)
      const stock = { namespace: '/wp/v2/', auth: { token: 'bearer-token' } }
      return { server, cms: connectCms(server.url, { ...stock, ...more }) }
    },
)

function wirePage(id: number, slug = `s-${id}`) {
  const raw = { raw: '' }
  const texts = { title: raw, excerpt: raw, content: raw }
  return { id, slug, status: 'draft', parent: 0, link: '/', modified_gmt: 'm', featured_media: 0, ...texts }
}

const query = (asked: Asked | undefined) => new URL(asked?.url ?? '', 'http://x').searchParams

it('pages are read by id with raw content, in every status, sorted so that paging loses none', async ({
  connect,
}) => {
  const kinds: string[] = []
  const { server, cms } = await connect([{ json: [wirePage(3), wirePage(5)] }], {
    onRequest: (kind) => kinds.push(kind),
  })
  expect((await cms.readPages([5, 3], signal)).map(({ id }) => id)).toEqual([3, 5])
  const [asked] = server.asked
  expect(asked?.url).toMatch(/^\/wp\/v2\/pages\?/)
  expect(asked?.headers.authorization).toBe('Bearer bearer-token')
  expect(Object.fromEntries(query(asked))).toMatchObject({
    context: 'edit',
    include: '5,3',
    status: 'any,publish,future,draft,pending,private,trash',
    orderby: 'id',
    order: 'asc',
    per_page: '100',
    _fields:
      'id,slug,status,parent,link,author,date_gmt,modified_gmt,title.raw,excerpt.raw,content.raw,content.protected,featured_media,_links.predecessor-version,_links.version-history',
  })
  expect(kinds).toEqual(['cmsReads'])
})

it('pages that are only compared are read without their revisions', async ({ connect }) => {
  const { server, cms } = await connect([{ json: [wirePage(3)] }])
  expect(await cms.readTexts([3], signal)).toMatchObject({ pages: [{ id: 3, excerpt: '' }] })
  expect(query(server.asked[0]).get('_fields')).toBe(
    'id,slug,status,parent,link,author,date_gmt,modified_gmt,title.raw,excerpt.raw,content.raw,content.protected,featured_media',
  )
})

it('addresses are read without any text, and an omitted page is requested directly', async ({ connect }) => {
  const { server, cms } = await connect((asked) => {
    if (/pages\/7\?/.test(asked.url)) return { json: wirePage(7) }
    return { json: [{ id: 3, status: 'publish', link: '/three/' }] }
  })
  expect(await cms.readAddresses([3, 7], signal)).toEqual({
    pages: [
      { id: 3, status: 'publish', link: '/three/' },
      { id: 7, status: 'draft', link: '/' },
    ],
    unreadable: new Map(),
  })
  expect(query(server.asked[0]).get('_fields')).toBe('id,status,link')
})

it('a search for blocks reads neither excerpts nor the content as visitors see it', async ({ connect }) => {
  const content = { raw: '<p>x</p>' }
  const { server, cms } = await connect([{ json: [{ id: 3, slug: 'three', content }] }])
  expect(await Array.fromAsync(cms.walkBlocks(signal))).toEqual([
    { pages: [{ id: 3, slug: 'three', content: '<p>x</p>' }], notes: [] },
  ])
  expect(query(server.asked[0]).get('_fields')).toBe('id,slug,content.raw')
})

describe('the list of all slugs', () => {
  const rows = (count: number) => Array.from({ length: count }, (_, i) => ({ id: i + 1, slug: `s-${i + 1}` }))
  const listing =
    (shown: { id: number; slug: string }[], total: number | undefined): Script =>
    (asked) => {
      const page = Number(query(asked).get('page') ?? 1)
      const headers = { 'x-wp-totalpages': String(Math.ceil((total ?? shown.length) / 100)) }
      const counted = total === undefined ? headers : { ...headers, 'x-wp-total': String(total) }
      return { json: shown.slice((page - 1) * 100, page * 100), headers: counted }
    }

  it('contains each slug in every status', async ({ connect }) => {
    const { server, cms } = await connect(listing(rows(130), 130))
    expect((await cms.readSlugs(300, signal))?.size).toBe(130)
    expect(server.asked).toHaveLength(2)
    expect(Object.fromEntries(query(server.asked[0]))).toMatchObject({
      status: 'any,publish,future,draft,pending,private,trash',
      _fields: 'id,slug',
    })
  })

  it('ends with its first part if there are too many pages', async ({ connect }) => {
    const { server, cms } = await connect(listing(rows(301), 301))
    expect(await cms.readSlugs(300, signal)).toBeUndefined()
    expect(server.asked).toHaveLength(1)
  })

  it('is not used if it cannot be read', async ({ connect }) => {
    const { cms } = await connect(() => ({ status: 500, json: { code: 'crash' } }))
    expect(await cms.readSlugs(300, signal)).toBeUndefined()
  })

  for (const [what, shown, total] of [
    ['the CMS leaves out a row', rows(129), 130],
    ['the CMS repeats a row', [...rows(129), { id: 1, slug: 's-1' }], 130],
    ['the number of rows is unknown', rows(30), undefined],
  ] as const)
    it(`is not used if ${what}`, async ({ connect }) => {
      const { cms } = await connect(listing([...shown], total))
      expect(await cms.readSlugs(300, signal)).toBeUndefined()
    })
})

it('without ids or slugs no request is sent', async ({ connect }) => {
  const { server, cms } = await connect([{}])
  expect(await cms.readPages([], signal)).toEqual([])
  expect(await cms.findPages([], signal)).toEqual([])
  expect(await cms.findMedia([], signal)).toEqual([])
  expect(server.asked).toEqual([])
})

it('slugs are also looked up under their name in the trash', async ({ connect }) => {
  const { server, cms } = await connect([{ json: [wirePage(4, 'gtin-1-de__trashed')] }])
  expect(await cms.findPages(['gtin-1-de'], signal)).toMatchObject([{ id: 4, slug: 'gtin-1-de__trashed' }])
  expect(query(server.asked[0]).get('slug')).toBe('gtin-1-de,gtin-1-de__trashed')
})

it('200 long slugs are split over requests that fit into 8 KiB, and the result is one list sorted by id', async ({
  connect,
}) => {
  const slugs = Array.from({ length: 200 }, (_, i) => `gtin-${4_026_639_012_000 + i}-de-at`)
  const { server, cms } = await connect((asked) => {
    const wanted = query(asked).get('slug')?.split(',') ?? []
    const own = slugs.flatMap((slug, i) => (wanted.includes(slug) ? [wirePage(1_000 - i, slug)] : []))
    return { json: own.toReversed(), headers: { 'x-wp-totalpages': '1' } }
  })
  const found = await cms.findPages(slugs, signal)
  expect(found.map(({ id }) => id)).toEqual(Array.from({ length: 200 }, (_, i) => 801 + i))
  expect(server.asked.length).toBe(2)
  expect(Math.max(...server.asked.map(({ url }) => url.length))).toBeLessThan(8_000)
})

it('more than 100 rows are read page by page', async ({ connect }) => {
  const { server, cms } = await connect((asked) => {
    const page = Number(query(asked).get('page') ?? 1)
    return { json: [wirePage(page)], headers: { 'x-wp-totalpages': '3' } }
  })
  expect((await cms.findPages(['a'], signal)).map(({ id }) => id)).toEqual([1, 2, 3])
  expect(server.asked).toHaveLength(3)
})

it('a walk can resume in the middle, and ends after the last page', async ({ connect }) => {
  const { server, cms } = await connect((asked) =>
    query(asked).get('page') === '3'
      ? { json: [wirePage(201)], headers: { 'x-wp-totalpages': '4' } }
      : { status: 400, json: { code: 'rest_post_invalid_page_number', message: 'No.' } },
  )
  const ids: number[] = []
  for await (const { pages } of cms.walkPages(2, signal)) ids.push(...pages.map(({ id }) => id))
  expect(ids).toEqual([201])
  expect(server.asked.map((asked) => query(asked).get('page'))).toEqual(['3', '4'])
})

const forbidden = { details: { status: { code: 'rest_forbidden_status' } }, status: 400 }

it.for<[string, Step]>([
  ['401', { status: 401, json: { code: 'rest_forbidden_context', message: 'No.', data: { status: 401 } } }],
  [
    'a forbidden status',
    { status: 400, json: { code: 'rest_invalid_param', message: 'No.', data: forbidden } },
  ],
])('credentials that count as anonymous (%s) make the CMS unusable', async ([, step], { connect }) => {
  const { cms } = await connect([step, step, { json: { authentication: {} } }])
  const error = await cms.readPages([1], signal).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(UnusableError)
  expect(error).toHaveProperty('message', expect.stringContaining('CMS_USER'))
  expect(error).not.toHaveProperty('message', expect.stringContaining('bearer-token'))
})

it.for<[string, Step, string]>([
  ['server faults', { status: 500, json: { code: 'wp_die', message: 'Database down' } }, 'Database down'],
  ['web pages', { body: '<html>' }, 'not JSON'],
  ['rows of another form', { json: [{ id: 1 }] }, 'another form'],
])(
  'lasting %s are unreachable, with the reason and the number of tries',
  async ([, step, said], { connect }) => {
    const { server, cms } = await connect([step])
    const error = await cms.findExactly(['slug'], signal).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(UnreachableError)
    expect(error).toHaveProperty('message', expect.stringContaining(said))
    expect(error).toHaveProperty('message', expect.stringContaining('after 2 tries'))
    expect(server.asked.filter(({ url }) => !url.includes('rest_route'))).toHaveLength(2)
  },
)

it.for(['/?rest_route=', '/?rest_route=/', '/blog/index.php?rest_route='])(
  'a root with the query %s carries the route in it and the other parameters after it',
  async (root, { start, connectCms }) => {
    const server = await start([{ json: [wirePage(3)] }])
    const cms = connectCms(server.url + root, { namespace: 'wp/v2' })
    await cms.readPages([3], signal)
    const { pathname } = new URL(root, 'http://x')
    expect(server.asked[0]?.url).toMatch(new RegExp(`^${pathname}\\?rest_route=/wp/v2/pages&`))
    expect(query(server.asked[0]).get('include')).toBe('3')
  },
)

it('a wrong root URL is rejected at once', ({ connectCms }) => {
  expect(() => connectCms('example.org/api')).toThrow('CMS_API_ROOT')
})
