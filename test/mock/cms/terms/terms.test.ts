import { afterAll, beforeEach, expect, test } from 'vitest'
import { serveCms } from '../serve.ts'

const cms = await serveCms()

beforeEach(() => cms.reset())
afterAll(() => cms.close())

const read = (path: string, user = 'admin') => cms.rest(user, 'GET', `/cms/v2/${path}`)
const slugs = async (path: string): Promise<unknown[]> => {
  const { json } = await read(`${path}${path.includes('?') ? '&' : '?'}_fields=slug`)
  return (json as { slug: string }[]).map(({ slug }) => slug)
}

test('categories are filtered by parent and by use', async () => {
  expect(await slugs('categories?parent=11')).toEqual(['local-news'])
  expect(await slugs('categories?parent=0')).toEqual(['news', 'uncategorized'])
  expect(await slugs('categories?hide_empty=true')).toEqual(['uncategorized'])
  await cms.rest('admin', 'POST', '/cms/v2/posts', { title: 'x', status: 'publish', categories: [12] })
  expect(await slugs('categories?hide_empty=true')).toEqual(['local-news', 'news', 'uncategorized'])
})

test('terms are sorted as requested, equal ones by id', async () => {
  expect(await slugs('categories?orderby=id&order=desc')).toEqual(['local-news', 'news', 'uncategorized'])
  expect(await slugs('categories?orderby=count&order=desc')).toEqual(['uncategorized', 'news', 'local-news'])
  expect(await slugs('categories?orderby=description')).toEqual(['uncategorized', 'news', 'local-news'])
  expect(await slugs('categories?orderby=include&include=12,1')).toEqual(['local-news', 'uncategorized'])
  expect(await slugs('categories?orderby=include_slugs&slug=news,local-news')).toEqual(['news', 'local-news'])
})

test('a search also matches slugs, and a list of tags accepts an offset', async () => {
  expect(await slugs('categories?search=local-n')).toEqual(['local-news'])
  expect(await slugs('tags?offset=1')).toEqual(['beta'])
})

test('with an offset, the links of a list of terms refer to the page that contains it', async () => {
  const links = async (query: string): Promise<unknown> =>
    String((await read(`tags?per_page=1&${query}`)).headers['link']).replace(/<[^>]*\?/g, '<?')
  expect(await links('offset=1')).toBe('<?per_page=1&offset=1&page=1>; rel="prev"')
  expect(await links('offset=-1')).toBe('<?per_page=1&offset=-1&page=1>; rel="next"')
  expect(await links('page=1&offset=50')).toBe('<?per_page=1&page=2&offset=50>; rel="prev"')
  expect(await slugs('tags?per_page=1&page=2&offset=0')).toEqual(['beta'])
  expect(await slugs('categories?per_page=1&page=2&offset=5')).toEqual(['news'])
})

test('a term links to its parent', async () => {
  expect(await read('categories/12')).toMatchObject({
    json: { _links: { up: [{ embeddable: true, href: expect.stringMatching(/categories\/11$/) }] } },
  })
})

test('a menu shows its locations instead of a count', async () => {
  const { json } = await read('menus/15')
  expect(json).toMatchObject({ locations: [], auto_add: false })
  expect(json).not.toHaveProperty('count')
})

test('context edit requires the right to edit terms, and an unknown term is a 404 for all callers', async () => {
  const refused = { status: 403, json: { code: 'rest_forbidden_context' } }
  expect(await read('menus?context=edit', 'editor1')).toMatchObject(refused)
  expect(await read('tags/13?context=edit', 'author1')).toMatchObject(refused)
  expect(await read('tags/13?context=edit', 'editor1')).toMatchObject({ status: 200 })
  expect(await read('menus/13', 'sub1')).toMatchObject({ status: 404, json: { code: 'rest_term_invalid' } })
})

test('the terms of a row require the right to read it', async () => {
  await cms.rest('editor1', 'POST', '/cms/v2/posts', { title: 'x', status: 'draft' })
  const refused = { status: 403, json: { code: 'rest_forbidden_context' } }
  expect(await read('categories?post=21', 'editor1')).toMatchObject({ json: [{ slug: 'uncategorized' }] })
  expect(await read('categories?post=21', 'sub1')).toMatchObject(refused)
  expect(await read('categories?post=2')).toMatchObject(refused)
  expect(await read('categories?post=999')).toMatchObject({
    status: 400,
    json: { code: 'rest_post_invalid_id' },
  })
})

test('a list of the terms of post 0 contains all terms', async () => {
  const { headers } = await cms.rest('admin', 'GET', '/cms/v2/categories?post=0')
  expect(headers['x-wp-total']).toBe('3')
})
