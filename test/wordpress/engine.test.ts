import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { type Engine, startEngine } from './engine/start.ts'

type Item = { id: number; slug: string; status: string; source_url?: string; roles?: string[] }

let engine: Engine

beforeAll(async () => {
  engine = await startEngine()
})
afterAll(() => engine?.stop())
beforeEach(() => engine.reset())

test('the index lists the namespace and offers application passwords', async () => {
  const index = await read<{ namespaces: string[]; authentication: object }>('/', {})
  expect(index.namespaces).toContain(engine.namespace)
  expect(index.authentication).toHaveProperty('application-passwords')
})

test('the application password belongs to the administrator', async () => {
  const me = await read<Item>('/wp/v2/users/me?context=edit')
  expect(me.roles).toEqual(['administrator'])
})

test('a page created in a batch is found by its slug and visible at its public URL', async () => {
  await createPage(
    'made-by-batch',
    '<!-- wp:paragraph -->\n<p>Grüße vom Bohrhammer</p>\n<!-- /wp:paragraph -->',
  )

  const found = await read<Item[]>('/wp/v2/pages?slug=made-by-batch&_fields=id,slug,status')
  expect(found).toMatchObject([{ slug: 'made-by-batch', status: 'publish' }])

  const seen = await fetch(`${engine.siteUrl}/made-by-batch/`)
  expect(seen.status).toBe(200)
  expect(await seen.text()).toContain('<p>Grüße vom Bohrhammer</p>')
})

test('an uploaded PNG is served unchanged', async () => {
  const png = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#c00' } })
    .png()
    .toBuffer()
  const headers = { 'content-type': 'image/png', 'content-disposition': 'attachment; filename="red.png"' }
  const media = await send<Item>('/wp/v2/media', 201, new Uint8Array(png), headers)

  const image = await fetch(media.source_url ?? '')
  expect(image.headers.get('content-type')).toBe('image/png')
  expect(Buffer.from(await image.arrayBuffer()).equals(png)).toBe(true)
})

test('a reset restores the content of the installation and removes the uploads', async () => {
  const pristine = await engine.dbQuery('SELECT ID, post_type, post_name FROM wp_posts ORDER BY ID')
  await createPage('soon-gone', '')
  const headers = { 'content-type': 'application/pdf', 'content-disposition': 'attachment; filename="a.pdf"' }
  const media = await send<Item>('/wp/v2/media', 201, '%PDF-1.4', headers)
  expect(await engine.dbQuery('SELECT ID FROM wp_posts')).not.toHaveLength(pristine.length)

  await engine.reset()
  expect(await engine.dbQuery('SELECT ID, post_type, post_name FROM wp_posts ORDER BY ID')).toEqual(pristine)
  expect(await read('/wp/v2/pages?slug=soon-gone')).toEqual([])
  expect((await fetch(media.source_url ?? '')).status).toBe(404)
})

test('query results equal the stored values', async () => {
  expect(await engine.dbQuery(String.raw`SELECT 'a\tb\nc\\n', NULL, 7; SELECT 'ü'`)).toEqual([
    ['a\tb\nc\\n', 'NULL', '7'],
    ['ü'],
  ])
})

async function createPage(slug: string, content: string): Promise<void> {
  const body = { slug, title: slug, content, status: 'publish' }
  const request = { method: 'POST', path: '/wp/v2/pages?_fields=id,slug,status', body }
  const answer = await send<{ responses: { status: number; body: Item }[] }>(
    '/batch/v1',
    207,
    JSON.stringify({ requests: [request] }),
    { 'content-type': 'application/json' },
  )
  expect(answer.responses).toMatchObject([{ status: 201, body: { slug, status: 'publish' } }])
  expect(Object.keys(answer.responses[0]?.body ?? {}).sort()).toEqual(['id', 'slug', 'status'])
}

async function read<T>(path: string, headers: Record<string, string> = credentials()): Promise<T> {
  const response = await fetch(`${engine.apiRoot}${path}`, { headers })
  expect(response.status).toBe(200)
  return (await response.json()) as T
}

async function send<T>(
  path: string,
  status: number,
  body: string | Uint8Array<ArrayBuffer>,
  headers: Record<string, string>,
): Promise<T> {
  const init = { method: 'POST', body, headers: { ...headers, ...credentials() } }
  const response = await fetch(`${engine.apiRoot}${path}`, init)
  expect(response.status).toBe(status)
  return (await response.json()) as T
}

function credentials(): { authorization: string } {
  return { authorization: `Basic ${btoa(`${engine.user}:${engine.password}`)}` }
}
