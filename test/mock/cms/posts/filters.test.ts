import { afterAll, beforeEach, expect, test } from 'vitest'
import { openCms } from '../open-cms.ts'

const cms = await openCms()
const pages = '/cms/v2/pages'

beforeEach(() => cms.reset())
afterAll(() => cms.close())

async function found(query: string): Promise<unknown[]> {
  const { body } = await cms.ask('admin', 'GET', `${pages}?_fields=slug&orderby=id&order=asc&${query}`)
  return Object.values(body).map((item) => (item as { slug: string }).slug)
}

test('a search ignores markup and line breaks', async () => {
  cms.add('page', { title: 'line one' })
  expect(await found('search=%3Cb%3Eline')).toEqual(['line-one'])
  expect(await found('search=%3Cb%3E')).toEqual(['sample-page', 'line-one'])
  expect(await found('search=%22line%0D%0Aone%22')).toEqual(['line-one'])
  expect(await found('search=%00line')).toEqual(['line-one'])
  expect(await found('search=%C2%A0line')).toEqual([])
})

test('a search for `<` matches its stored, encoded form', async () => {
  cms.add('page', { title: 'a < b', slug: 'raw' })
  cms.add('page', { title: 'a &lt; b', slug: 'escaped' })
  expect(await found('search=%3C')).toEqual(['escaped'])
})

test('a search removes escaping backslashes', async () => {
  cms.add('page', { title: 'back\\slash', slug: 'back' })
  expect(await found('search=%5C')).toEqual(['sample-page', 'back'])
  expect(await found('search=%5C%5C')).toEqual(['back'])
  expect(await found('search=back%5Cslash')).toEqual([])
  const { body } = await cms.ask('admin', 'GET', `${pages}?search=%5C%5C&orderby=relevance&_fields=slug`)
  expect(body).toEqual([{ slug: 'back' }])
})

test('an item of the status list is one status', async () => {
  expect(await found('status=any,publish')).toEqual(['sample-page', 'privacy-policy'])
  expect(await found('status[]=Publish')).toEqual(['sample-page'])
  for (const query of ['status[]=any,publish', 'status[]=any%20publish'])
    expect(await cms.ask('admin', 'GET', `${pages}?${query}`)).toMatchObject({
      status: 400,
      body: { code: 'rest_invalid_param', data: { params: { status: /^status\[0\] is not one of/ } } },
    })
})

test('an empty status matches all statuses', async () => {
  cms.add('page', { title: 'x', slug: 'gone', status: 'trash' })
  expect(await found('status[]=')).toEqual(['sample-page', 'privacy-policy', 'gone'])
})

test('term ids are assigned without their sign', async () => {
  const { body } = await cms.ask('admin', 'POST', '/cms/v2/posts', { title: 'x', categories: [-11] })
  expect(body['categories']).toEqual([11])
})
