import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { OddityName } from '../../../src/mock/contracts/oddity.ts'
import { drawPng } from '../../helpers/content/files.ts'
import { admin, type Client, fateOf, jsonOf, openClient } from './client.ts'

let client: Client

beforeAll(async () => {
  client = await openClient()
})
afterAll(() => client.close())
beforeEach(() => client.mock.reset())

function switchOn(name: OddityName) {
  return client.mock.faults([{ side: 'cms', kind: 'oddity', name, ms: 1_000 }])
}

async function created(fields: Record<string, unknown>): Promise<number> {
  return jsonOf(await client.cms('POST', '/cms/v2/pages', fields))['id'] as number
}

async function textsOf(id: number): Promise<{ title: string; content: string; excerpt: string }> {
  const { title, content, excerpt } = jsonOf(
    await client.cms('GET', `/cms/v2/pages/${id}?context=edit`),
  ) as Record<'title' | 'content' | 'excerpt', { raw: string }>
  return { title: title.raw, content: content.raw, excerpt: excerpt.raw }
}

/** The number of different pages and of rows that paging through the whole list returns. */
async function walk(query: string): Promise<{ rows: number; different: number }> {
  const ids: number[] = []
  for (let page = 1; page <= 6; page++) {
    const { text } = await client.cms('GET', `/cms/v2/pages?per_page=10&page=${page}&status=any&${query}`)
    ids.push(...(JSON.parse(text) as { id: number }[]).map(({ id }) => id))
  }
  return { rows: ids.length, different: new Set(ids).size }
}

test('paging through a list with equal dates omits rows, unless it is sorted by id', async () => {
  for (const place of [0, 1, 2]) {
    const slugs = Array.from({ length: place === 2 ? 8 : 25 }, (_, index) => `p-${place}-${index}`)
    await client.batch(slugs.map((slug) => ({ slug, title: slug, status: 'publish' })))
  }
  const all = { rows: 60, different: 60 }
  expect(await walk('')).toEqual(all)
  await switchOn('tied-paging')
  const lossy = await walk('')
  expect(lossy.rows).toBe(60)
  expect(lossy.different).toBeLessThan(55)
  expect(await walk('')).toEqual(lossy)
  expect((await walk('orderby=menu_order')).different).toBeLessThan(55)
  expect(await walk('orderby=id&order=asc')).toEqual(all)
  expect(await walk('orderby=title')).toEqual(all)
})

test('the first of two overlapping updates is lost', async () => {
  const id = await created({ title: 'old', excerpt: 'old' })
  const both = () =>
    Promise.all(
      [{ title: 'new' }, { excerpt: 'new' }].map((fields) =>
        client.cms('POST', `/cms/v2/pages/${id}`, fields),
      ),
    )
  await switchOn('lost-updates')
  expect((await both()).map(({ status }) => status)).toEqual([200, 200])
  const { title, excerpt } = await textsOf(id)
  expect([title, excerpt].toSorted()).toEqual(['new', 'old'])
  await client.mock.clearFaults()
  await both()
  expect(await textsOf(id)).toMatchObject({ title: 'new', excerpt: 'new' })
})

test('an update of a page that is deleted in the meantime gets 404, and a reset ends it', async () => {
  const id = await created({ title: 'x' })
  await client.mock.faults([{ side: 'cms', kind: 'oddity', name: 'lost-updates', ms: 3_000 }])
  const update = client.cms('POST', `/cms/v2/pages/${id}`, { title: 'y' })
  await expect.poll(async () => (await client.mock.stats()).faults['oddity']).toBe(1)
  expect((await client.cms('DELETE', `/cms/v2/pages/${id}?force=true`)).status).toBe(200)
  expect((await update).status).toBe(404)

  const late = fateOf(client.cms('POST', '/cms/v2/pages/2', { title: 'y' }))
  await expect.poll(async () => (await client.mock.stats()).faults['oddity']).toBe(3)
  await client.mock.reset()
  expect(await late).toBe('broken')
  expect((await textsOf(2)).title).toBe('Sample Page')
})

test('concurrent creates get the same slug, creates of one batch do not', async () => {
  const one = { slug: 'same', title: 'x', status: 'publish' }
  await switchOn('duplicate-slugs')
  await Promise.all([1, 2, 3].map(() => client.cms('POST', '/cms/v2/pages', one)))
  expect(await client.slugs()).toEqual(['same', 'same', 'same'])
  const other = { ...one, slug: 'other' }
  await client.batch([other, other])
  expect((await client.slugs()).slice(3)).toEqual(['other', 'other-2'])
  await client.mock.reset()
  await Promise.all([1, 2, 3].map(() => client.cms('POST', '/cms/v2/pages', one)))
  expect((await client.slugs()).toSorted()).toEqual(['same', 'same-2', 'same-3'])
})

test('without unfiltered_html a save loses markup, and the links reflect this', async () => {
  const content = '<p><a hreflang="de" href="/x">x</a><img src="/y.png"/><script>1</script></p>'
  const id = await created({ content })
  const links = async () =>
    Object.keys(jsonOf(await client.cms('GET', `/cms/v2/pages/${id}?context=edit`))['_links'] ?? {})
  expect((await textsOf(id)).content).toBe(content)
  expect(await links()).toContain('cms:action-unfiltered-html')
  await switchOn('filtered-html')
  expect(await links()).not.toContain('cms:action-unfiltered-html')
  await client.cms('POST', `/cms/v2/pages/${id}`, { content })
  expect((await textsOf(id)).content).toBe('<p><a href="/x">x</a><img src="/y.png" />1</p>')
})

test('without unfiltered_html comments and fields of files lose markup, too', async () => {
  await switchOn('filtered-html')
  const comment = await client.cms('POST', '/cms/v2/comments', { post: 1, content: '<p>a</p><b>b</b>' })
  expect(jsonOf(comment)).toMatchObject({ content: { raw: 'a<b>b</b>' } })
  const form = new FormData()
  form.append('file', new Blob(['text'], { type: 'text/plain' }), 'a.txt')
  form.append('description', '<p>a</p><script>1</script>')
  const encoded = new Response(form)
  const sent = { authorization: admin, 'content-type': encoded.headers.get('content-type') ?? '' }
  const body = Buffer.from(await encoded.arrayBuffer())
  const file = await client.send('POST', `${client.mock.cmsRoot}/cms/v2/media`, sent, body)
  expect(jsonOf(file)).toMatchObject({ description: { raw: '<p>a</p>1' } })
})

test('block attributes are canonicalized, or kept byte for byte', async () => {
  const content = '<!-- wp:core/group { "style": {}, "a": "\\u00f6&" } --><div>x</div><!-- /wp:core/group -->'
  const canonical = '<!-- wp:group {"style":[],"a":"ö\\u0026"} --><div>x</div><!-- /wp:group -->'
  await switchOn('verbatim-blocks')
  const id = await created({ content })
  await client.cms('POST', `/cms/v2/pages/${id}`, { content })
  expect((await textsOf(id)).content).toBe(content)
  await client.mock.clearFaults()
  expect((await textsOf(id)).content).toBe(canonical)
  await client.cms('POST', `/cms/v2/pages/${id}`, { content })
  await switchOn('verbatim-blocks')
  expect((await textsOf(id)).content).toBe(canonical)
})

test('an image whose sub-sizes failed exists without them, and gets them later', async () => {
  const send = () =>
    client.send('POST', `${client.mock.cmsRoot}/cms/v2/media?slug=p`, headers, Buffer.from(picture))
  const picture = await drawPng(128, 700)
  const headers = {
    authorization: admin,
    'content-type': 'image/png',
    'content-disposition': 'attachment; filename="p.png"',
  }
  const process = (id: string) =>
    client.cms('POST', `/cms/v2/media/${id}/post-process`, { action: 'create-image-subsizes' })
  const sizesOf = ({ text }: { text: string }) =>
    Object.keys((JSON.parse(text) as { media_details: { sizes: object } }).media_details.sizes)
  await switchOn('failed-subsizes')
  const died = await send()
  expect(died).toMatchObject({ status: 500, text: expect.stringContaining('critical error') })
  const id = String(died.headers['x-wp-upload-attachment-id'])
  expect((await process(id)).status).toBe(500)
  expect(sizesOf(await client.cms('GET', `/cms/v2/media/${id}`))).not.toContain('medium')
  await client.mock.clearFaults()
  expect(sizesOf(await process(id))).toContain('medium')
})
