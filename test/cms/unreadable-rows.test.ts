import { noteTexts } from '../helpers/content/reason-of.ts'
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

it('a walk through all pages continues after a page that cannot be read, and reports it', async ({
  start,
  connectCms,
}) => {
  const server = await start(siteWithFault)
  const ids: number[] = []
  const named: string[] = []
  for await (const { pages, notes } of connectCms(server.url).walkPages(0, signal)) {
    ids.push(...pages.map(({ id }) => id))
    named.push(...noteTexts(notes))
  }
  expect(ids).toEqual(Array.from({ length: 130 }, (_, index) => index + 1).filter((id) => id !== 57))
  expect(named).toEqual([
    expect.stringMatching(/^page 57 cannot be read and was not compared \(.*returned 500/),
  ])
})

it('a walk fails if the CMS is down', async ({ start, connectCms }) => {
  const server = await start(() => ({ status: 500, json: { code: 'crash' } }))
  await expect(connectCms(server.url).walkPages(0, signal)[Symbol.asyncIterator]().next()).rejects.toThrow(
    UnreachableError,
  )
})

it('a walk reports how many pages the CMS hides from our user', async ({ start, connectCms }) => {
  const json = [1, 2].map((id) => ({ id, ...fixed, ...texts }))
  const server = await start([{ json, headers: { 'x-wp-total': '5', 'x-wp-totalpages': '1' } }])
  for await (const { notes } of connectCms(server.url).walkPages(0, signal))
    expect(notes).toEqual([{ code: 'pages-hidden', count: 3 }])
})

it('the first list of changed pages leaves out and reports a page that cannot be read', async ({
  start,
  connectCms,
}) => {
  const server = await start(siteWithFault)
  const ids: number[] = []
  const named: string[] = []
  for await (const { pages, total, notes } of connectCms(server.url).readModified(
    { since: 'n', revisions: true },
    signal,
  )) {
    expect(total).toBe(130)
    ids.push(...pages.map(({ id }) => id))
    named.push(...noteTexts(notes))
  }
  expect(ids).toEqual(Array.from({ length: 100 }, (_, index) => index + 1).filter((id) => id !== 57))
  expect(named).toEqual([
    expect.stringMatching(/^page 57 cannot be read, so edits of it are not noticed \(.*returned 500/),
  ])
})

/** A site on which no response can contain the page at the slug `s-7`. */
function siteWithSlugFault(asked: Asked): Step {
  const { searchParams } = new URL(asked.url, 'http://x')
  const slugs = (searchParams.get('slug') ?? '').split(',').filter((slug) => slug !== '')
  if (slugs.includes('s-7')) return { status: 500, json: { code: 'crash' } }
  const rows = slugs.map((slug) => ({ ...fixed, ...texts, id: Number(slug.slice(2)), slug }))
  return { json: rows, headers: { 'x-wp-total': String(rows.length), 'x-wp-totalpages': '1' } }
}

it('a lookup of slugs reports the slug whose page cannot be read, and returns the others', async ({
  start,
  connectCms,
}) => {
  const server = await start(siteWithSlugFault)
  const slugs = Array.from({ length: 20 }, (_, index) => `s-${index + 1}`)
  const { pages, unreadable } = await connectCms(server.url).findEach(slugs, signal)
  expect(pages.map(({ slug }) => slug)).toEqual(slugs.filter((slug) => slug !== 's-7'))
  expect([...unreadable]).toEqual([['s-7', expect.stringContaining('returned 500')]])
})

it('a lookup of slugs fails if the CMS is down', async ({ start, connectCms }) => {
  const server = await start(() => ({ status: 500, json: { code: 'crash' } }))
  await expect(connectCms(server.url).findEach(['a', 'b'], signal)).rejects.toThrow(UnreachableError)
})

it('the address of a page that a list omits is requested directly', async ({ start, connectCms }) => {
  const page = { ...fixed, ...texts, id: 2, status: 'publish', link: 'http://x/two/' }
  const server = await start((asked) =>
    asked.url.includes('/pages/2?') ? { json: page } : { json: [{ ...page, id: 1, link: 'http://x/one/' }] },
  )
  expect([...(await connectCms(server.url).readLinks([1, 2], signal))]).toEqual([
    [1, 'http://x/one/'],
    [2, 'http://x/two/'],
  ])
})

it('rejected credentials are reported once, not as the cause of each other', async ({
  start,
  connectCms,
}) => {
  const server = await start(() => ({ status: 401, json: { code: 'incorrect_password', message: 'no' } }))
  const read = async () => {
    for await (const part of connectCms(server.url).readModified({ since: 'n', revisions: true }, signal))
      return part
    return undefined
  }
  const error = await read().catch((caught: unknown) => caught)
  expect(String(error).match(/rejected the credentials/g)).toHaveLength(1)
})

it('the list of changed pages fails, after a few requests, if the CMS returns no list at all', async ({
  start,
  connectCms,
}) => {
  const server = await start((asked) =>
    asked.url.includes('/users/me') ? { json: { id: 1 } } : { status: 500, json: { code: 'crash' } },
  )
  const parts = connectCms(server.url).readModified({ since: 'n', revisions: true }, signal)
  await expect(parts[Symbol.asyncIterator]().next()).rejects.toThrow(UnreachableError)
  expect(server.asked.filter(({ url }) => url.includes('per_page=10&'))).toEqual([])
})
