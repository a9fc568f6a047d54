import { expect } from 'vitest'
import { UnreachableError } from '../../src/lib/errors.ts'
import type { Asked, Step } from '../helpers/world/scripted-server.ts'
import { withScripts } from '../helpers/upstream-fixtures.ts'

const signal = new AbortController().signal
const it = withScripts()
const raw = { raw: '' }
const fixed = { slug: 's', status: 'draft', link: '/', modified_gmt: 'm', featured_media: 0 }
const texts = { title: raw, excerpt: raw, content: raw }

/** A site with 130 pages, on which no response can contain page 57. */
function siteWithFault(asked: Asked): Step {
  if (asked.url.includes('/users/me')) return { json: { id: 1 } }
  const { searchParams } = new URL(asked.url, 'http://x')
  const [page, size] = [Number(searchParams.get('page') ?? 1), Number(searchParams.get('per_page'))]
  const ids = Array.from({ length: 130 }, (_, index) => index + 1).slice((page - 1) * size, page * size)
  if (ids.includes(57) && searchParams.get('_fields') !== 'id')
    return { status: 500, json: { code: 'crash' } }
  const headers = { 'x-wp-total': '130', 'x-wp-totalpages': String(Math.ceil(130 / size)) }
  return { json: ids.map((id) => ({ id, ...fixed, ...texts })), headers }
}

it('a walk through all pages continues after a page that cannot be read, and names it', async ({
  start,
  connectCms,
}) => {
  const server = await start(siteWithFault)
  const ids: number[] = []
  const named: string[] = []
  for await (const { pages, notes } of connectCms(server.url).walkPages(0, signal)) {
    ids.push(...pages.map(({ id }) => id))
    named.push(...notes)
  }
  expect(ids).toEqual(Array.from({ length: 130 }, (_, index) => index + 1).filter((id) => id !== 57))
  expect(named).toEqual(['page 57 cannot be read and was not compared'])
})

it('a walk fails if the CMS is down', async ({ start, connectCms }) => {
  const server = await start(() => ({ status: 500, json: { code: 'crash' } }))
  await expect(connectCms(server.url).walkPages(0, signal)[Symbol.asyncIterator]().next()).rejects.toThrow(
    UnreachableError,
  )
})

it('a walk names how many pages the CMS hides from our user', async ({ start, connectCms }) => {
  const json = [1, 2].map((id) => ({ id, ...fixed, ...texts }))
  const server = await start([{ json, headers: { 'x-wp-total': '5', 'x-wp-totalpages': '1' } }])
  for await (const { notes } of connectCms(server.url).walkPages(0, signal))
    expect(notes).toEqual([expect.stringContaining('the CMS hides 3 pages from our user')])
})
