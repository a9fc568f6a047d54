import { afterAll, beforeAll, expect, test } from 'vitest'
import { openCms } from '../open-cms.ts'

const cms = await openCms()

beforeAll(() => {
  cms.reset()
  const dated = (day: number) => ({ date: `2025-01-0${day}T00:00:00`, terms: { category: [1] } })
  cms.add('post', { title: 'a', slug: 'a', sticky: true, ...dated(1) })
  cms.add('post', { title: 'b', slug: 'b', ...dated(2) })
  cms.add('post', { title: 'c', slug: 'c', sticky: true, ...dated(3) })
  cms.add('post', { title: 'd', slug: 'd', ...dated(4) })
  cms.add('post', { title: 'e', slug: 'e', ...dated(5) })
  cms.add('post', { title: 'f', slug: 'f', sticky: true, status: 'draft', ...dated(6) })
})
afterAll(() => cms.close())

async function listed(query: string): Promise<{ slugs: string; total: unknown }> {
  const path = `/cms/v2/posts?_fields=slug&ignore_sticky=false&${query}`
  const { body, headers } = await cms.ask('admin', 'GET', path)
  const slugs = Object.values(body).map((item) => (item as { slug: string }).slug)
  return { slugs: slugs.join(' '), total: headers['x-wp-total'] }
}

test('sticky posts are added before the first page, beyond its size and its count', async () => {
  expect(await listed('per_page=2')).toEqual({ slugs: 'c a e d', total: '6' })
  expect(await listed('')).toEqual({ slugs: 'c a e d b hello-world', total: '6' })
  expect(await listed('per_page=3&orderby=title&order=asc')).toMatchObject({ slugs: 'a c b' })
})

test('other pages equal those of the plain list', async () => {
  expect(await listed('per_page=2&page=2')).toEqual({ slugs: 'c b', total: '6' })
})

test('sticky posts are listed even if the filters exclude them', async () => {
  expect(await listed('author=4')).toEqual({ slugs: 'c a', total: '0' })
  expect(await listed('after=2025-01-03T12:00:00')).toEqual({ slugs: 'c a e d', total: '2' })
  expect(await listed('slug=d')).toMatchObject({ slugs: 'c a d' })
  expect(await listed('status=draft')).toMatchObject({ slugs: 'f c a' })
})

test('searches, lists by term and lists by id do not change', async () => {
  expect(await listed('search=d&per_page=1')).toMatchObject({ slugs: 'd' })
  expect(await listed('search=&per_page=2')).toMatchObject({ slugs: 'e d' })
  expect(await listed('categories=1&per_page=2')).toMatchObject({ slugs: 'e d' })
  expect(await listed('format=standard&per_page=2')).toMatchObject({ slugs: 'e d' })
  expect(await listed('sticky=false&per_page=2')).toMatchObject({ slugs: 'e d' })
  expect(await listed('include=2,1')).toMatchObject({ slugs: 'hello-world' })
})

test('excluded posts stay excluded', async () => {
  const { body } = await cms.ask('admin', 'GET', '/cms/v2/posts?slug=a&_fields=id')
  const [{ id }] = Object.values(body) as [{ id: number }]
  expect(await listed(`exclude=-${id}&per_page=2`)).toMatchObject({ slugs: 'c e d' })
})
