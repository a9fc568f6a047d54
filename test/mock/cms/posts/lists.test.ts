import { afterAll, beforeEach, expect, test } from 'vitest'
import { serveCms } from '../serve.ts'

const cms = await serveCms({ now: () => new Date('2026-11-20T12:00:00Z') })
const pages = '/cms/v2/pages'

beforeEach(async () => {
  cms.reset()
  await cms.rest('admin', 'POST', pages, { title: 'B', slug: 'b', status: 'publish', author: 2 })
  await cms.rest('admin', 'POST', pages, {
    title: 'A',
    slug: 'a',
    status: 'publish',
    date: '2020-01-01T00:00:00',
  })
})
afterAll(() => cms.close())

const get = (path: string, user: string | null = 'admin') => cms.rest(user, 'GET', path)
const slugs = async (query: string): Promise<unknown> => (await get(`${pages}?_fields=slug&${query}`)).json

test('rows with equal sort values are listed oldest first in both directions', async () => {
  expect(await slugs('orderby=author&order=desc')).toEqual([
    { slug: 'b' },
    { slug: 'a' },
    { slug: 'sample-page' },
  ])
  expect(await slugs('orderby=author&order=asc')).toEqual([
    { slug: 'a' },
    { slug: 'sample-page' },
    { slug: 'b' },
  ])
})

test('ids are matched without their sign', async () => {
  expect(await slugs('include=-2')).toEqual([{ slug: 'sample-page' }])
  expect(await slugs('author=-2')).toEqual([{ slug: 'b' }])
})

test('a page after the last row has no total', async () => {
  expect(await get(`${pages}?offset=50`)).toMatchObject({
    headers: { 'x-wp-total': '0', 'x-wp-totalpages': '0' },
    json: [],
  })
})

test('an offset after the last row is not an error, whatever the page is', async () => {
  expect(await get(`${pages}?page=3&offset=50`)).toMatchObject({
    status: 200,
    headers: { 'x-wp-total': '0', link: expect.stringMatching(/page=0&offset=50>; rel="prev"$/) },
    json: [],
  })
  const refused = { status: 400, json: { code: 'rest_post_invalid_page_number' } }
  expect(await get(`${pages}?page=3&offset=1`)).toMatchObject(refused)
  expect(await get(`${pages}?page=99`)).toMatchObject(refused)
})

test('rows with equal dates follow the direction within one status, and are listed by status otherwise', async () => {
  const date = '2022-02-02T02:02:02'
  for (const [slug, status] of [
    ['one', 'publish'],
    ['two', 'draft'],
    ['three', 'publish'],
    ['four', 'draft'],
  ])
    await cms.rest('admin', 'POST', pages, { title: 'Same', slug, status, date })
  const listed = async (query: string): Promise<unknown> =>
    (await get(`${pages}?_fields=slug&after=2022-01-01T00:00:00&before=2023-01-01T00:00:00&${query}`)).json
  const inOrder = (...names: string[]) => names.map((slug) => ({ slug }))
  expect(await listed('order=asc')).toEqual(inOrder('one', 'three'))
  expect(await listed('order=desc')).toEqual(inOrder('three', 'one'))
  expect(await listed('order=desc&status=draft')).toEqual(inOrder('four', 'two'))
  for (const order of ['asc', 'desc'])
    for (const orderby of ['date', 'include_slugs'])
      expect(await listed(`order=${order}&orderby=${orderby}&status=any`)).toEqual(
        inOrder('two', 'four', 'one', 'three'),
      )
  expect(await listed('order=desc&status=publish,draft')).toEqual(inOrder('two', 'four', 'one', 'three'))
})

test('links contain the parameters after conversion', async () => {
  const { headers } = await get(`${pages}?per_page=1.0&order=asc&orderby_hierarchy=false&q=a b`)
  expect(headers['link']).toContain('?per_page=1&order=asc&orderby_hierarchy&q=a+b&page=2')
})

test('slugs in a filter are not simplified', async () => {
  await cms.rest('admin', 'POST', pages, { slug: 'x/ü', title: 'x', status: 'publish' })
  expect(await slugs('slug=x-u')).toEqual([{ slug: 'x-u' }])
  expect(await slugs(`slug=${encodeURIComponent('x/ü')}`)).toEqual([])
})

test('a selection of missing fields returns an empty list', async () => {
  expect((await get(`${pages}/2?_fields=nope`)).text).toBe('[]')
  expect((await get(`${pages}/2?_fields=_embedded`)).text).toBe('[]')
  expect((await get(`${pages}?_fields=nope&per_page=1`)).text).toBe('[[]]')
})

test('term filters accept lists in any form, and reject a map with the reason', async () => {
  const query = '/cms/v2/posts?_fields=id'
  expect(await get(`${query}&categories[]=1&categories[]=11`)).toMatchObject({ json: [{ id: 1 }] })
  expect(await get(`${query}&categories[foo]=1`)).toMatchObject({
    json: {
      data: {
        params: {
          categories:
            'categories is not a valid Term ID Taxonomy Query. Reason: foo is not a valid property of Object.',
        },
      },
    },
  })
  expect(await get(`${query}&categories=`)).toMatchObject({
    json: { data: { details: { categories: { data: { positions: [0, 1] } } } } },
  })
})

test('revisions are paged only with per_page', async () => {
  for (const content of ['1', '2', '3']) await cms.rest('admin', 'POST', `${pages}/2`, { content })
  expect((await get(`${pages}/2/revisions?offset=1`)).json).toHaveLength(3)
  expect((await get(`${pages}/2/revisions?offset=1&per_page=5`)).json).toHaveLength(2)
})
