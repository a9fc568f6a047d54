import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { admin, type Client, jsonOf, openClient } from './client.ts'

let client: Client
const pages = '/cms/v2/pages'

beforeAll(async () => {
  client = await openClient()
})
afterAll(() => client.close())
beforeEach(() => client.mock.reset())

async function save(path: string, fields: Record<string, unknown>) {
  return jsonOf(await client.cms('POST', path, fields))
}

async function found(query: string) {
  const { text, headers } = await client.cms('GET', `${pages}?_fields=slug&orderby=id&order=asc&${query}`)
  const slugs = (JSON.parse(text) as { slug: string }[]).map(({ slug }) => slug)
  return { slugs, total: headers['x-wp-total'] }
}

const bytes = {
  'text/plain': Buffer.from('text'),
  'application/pdf': Buffer.from('%PDF-1.4\n%%EOF\n'),
}
type Type = keyof typeof bytes

function sendRaw(type: Type) {
  const headers = {
    authorization: admin,
    'content-type': type,
    'content-disposition': `attachment; filename="a.${type === 'text/plain' ? 'txt' : 'pdf'}"`,
  }
  return client.send('POST', `${client.mock.cmsRoot}/cms/v2/media`, headers, bytes[type])
}

async function sendForm(type: Type) {
  const form = new FormData()
  form.append(
    'file',
    new Blob([new Uint8Array(bytes[type])], { type }),
    type === 'text/plain' ? 'b.txt' : 'b.pdf',
  )
  const encoded = new Response(form)
  const headers = { authorization: admin, 'content-type': encoded.headers.get('content-type') ?? '' }
  const body = Buffer.from(await encoded.arrayBuffer())
  return client.send('POST', `${client.mock.cmsRoot}/cms/v2/media`, headers, body)
}

test('a plug-in renames each saved page, but only once, and changes its link', async () => {
  const made = await save(pages, { title: 'A page', slug: 'a', status: 'publish' })
  await client.mock.faults([{ side: 'cms', kind: 'oddity', name: 'renamed-pages' }])
  const path = `${pages}/${String(made['id'])}`
  for (const title of ['B', 'C'])
    expect(await save(path, { title })).toMatchObject({
      title: { raw: title },
      slug: 'a-moved',
      link: expect.stringMatching(/\/a-moved\/$/),
    })
  expect(await save(path, { slug: 'b' })).toMatchObject({ slug: 'b-moved' })
  expect(await save(pages, { title: 'New one', status: 'publish' })).toMatchObject({ slug: 'new-one-moved' })
  expect(await save('/cms/v2/posts', { title: 'Post', status: 'publish' })).toMatchObject({ slug: 'post' })
})

test('a plug-in moves each saved page to the top level, even in a batch', async () => {
  const below = { title: 'x', slug: 'x', status: 'publish', parent: 2 }
  const made = await save(pages, below)
  expect(made).toMatchObject({ parent: 2, link: expect.stringMatching(/\/sample-page\/x\/$/) })
  await client.mock.faults([{ side: 'cms', kind: 'oddity', name: 'flattened-pages' }])
  const moved = { parent: 0, link: expect.stringMatching(/:\d+\/x\/$/) }
  expect(await save(`${pages}/${String(made['id'])}`, { parent: 2 })).toMatchObject(moved)
  const { responses } = jsonOf(await client.batch([{ ...below, slug: 'y' }]))
  expect(responses).toMatchObject([{ status: 201, body: { slug: 'y', parent: 0 } }])
})

test('the index lists application passwords only while the oddity is set', async () => {
  const logins = async () => jsonOf(await client.cms('GET', '/', undefined, null))['authentication']
  expect(await logins()).toEqual([])
  await client.mock.faults([{ side: 'cms', path: '/', kind: 'oddity', name: 'application-passwords' }])
  expect(await logins()).toEqual({
    'application-passwords': {
      endpoints: { authorization: `${client.mock.origin}/admin/authorize-application.php` },
    },
  })
})

test('lists omit and do not count certain rows, which single requests still return', async () => {
  await client.batch(['a', 'b', 'c'].map((slug) => ({ slug, title: slug, status: 'publish' })))
  const all = ['sample-page', 'a', 'b', 'c']
  expect(await found('')).toEqual({ slugs: all, total: '4' })
  await client.mock.faults([{ side: 'cms', kind: 'omit-rows', rows: ['b', 2] }])
  expect(await found('')).toEqual({ slugs: ['a', 'c'], total: '2' })
  expect(await found('slug=a,b')).toEqual({ slugs: ['a'], total: '1' })
  expect(await found('include=2')).toEqual({ slugs: [], total: '0' })
  expect((await client.cms('GET', `${pages}/2`)).status).toBe(200)
  await client.mock.clearFaults()
  expect(await found('')).toEqual({ slugs: all, total: '4' })
})

test('a firewall rejects uploads with the file as the body, and lets forms pass', async () => {
  await client.mock.faults([
    { side: 'cms', kind: 'refuse-raw', types: ['application/pdf'], count: 1 },
    { side: 'cms', kind: 'refuse-raw', status: 415, as: 'json', after: 1 },
  ])
  expect((await sendRaw('text/plain')).status).toBe(201)
  const page = await sendRaw('application/pdf')
  expect(page).toMatchObject({ status: 403, headers: { 'content-type': 'text/html; charset=utf-8' } })
  expect((await sendForm('application/pdf')).status).toBe(201)
  expect((await sendRaw('text/plain')).status).toBe(415)
  expect((await save(pages, { title: 'x' }))['id']).toBeGreaterThan(0)
})

test('files of a type are rejected, both raw and in a form', async () => {
  await client.mock.faults([{ side: 'cms', kind: 'refuse-types', types: ['application/pdf'] }])
  const refused = { message: 'Sorry, you are not allowed to upload this file type.' }
  const raw = await sendRaw('application/pdf')
  expect([raw.status, jsonOf(raw)]).toMatchObject([500, { ...refused, code: 'rest_upload_sideload_error' }])
  const form = await sendForm('application/pdf')
  expect([form.status, jsonOf(form)]).toMatchObject([500, { ...refused, code: 'rest_upload_unknown_error' }])
  expect((await sendRaw('text/plain')).status).toBe(201)
})

test('responses may contain a status that a plug-in registered', async () => {
  await client.mock.faults([{ side: 'cms', kind: 'oddity', name: 'review-workflow' }])
  expect(await save(pages, { title: 'x', status: 'publish' })).toMatchObject({ status: 'in-review' })
})
