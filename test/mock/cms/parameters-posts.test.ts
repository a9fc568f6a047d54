import { afterAll, beforeAll, expect, test } from 'vitest'
import { create, membersOf, testParameters } from './parameter-table.ts'
import { serveCms } from './serve.ts'

let now = new Date('2026-11-20T12:00:00Z')
const cms = await serveCms({ now: () => now })
const route = '/cms/v2/posts'

// Ids are assigned in order: ada 21, bob 22, cid 23. 1 is the post from 2024. Category 12 is below 11. 13 and 14 are
// tags.
beforeAll(async () => {
  const post = (user: string, slug: string, month: number, more: object): Promise<number> =>
    create(cms, user, route, {
      slug,
      title: slug,
      status: 'publish',
      date: `2026-0${month}-01T00:00:00`,
      ...more,
    })
  const ada = await post('admin', 'ada', 1, { content: 'iron nails', categories: [11], tags: [13] })
  await post('author1', 'bob', 2, { excerpt: 'iron', categories: [12], tags: [13, 14], sticky: false })
  await post('admin', 'cid', 3, { title: 'Iron', categories: [1], tags: [14], format: 'quote' })
  now = new Date('2026-11-20T13:00:00Z')
  await cms.rest('admin', 'POST', `${route}/${ada}`, { sticky: true })
})
afterAll(() => cms.close())

const all = ['cid', 'bob', 'ada', 'hello-world']

testParameters({
  cms,
  route,
  name: 'slug',
  apart: ['context'],
  cases: [
    ['page', 'per_page=3&page=2', ['hello-world']],
    ['per_page', 'per_page=2', ['cid', 'bob']],
    ['search', 'search=iron+-nails', ['cid', 'bob']],
    ['search_semantics', 'search=iron&search_semantics=exact', ['cid', 'bob']],
    ['search_columns', 'search=iron&search_columns[]=post_content', ['ada']],
    ['search_columns', 'search=iron&search_columns=post_title,post_excerpt', ['cid', 'bob']],
    ['after', 'after=2026-02-15T00:00:00', ['cid']],
    ['before', 'before=2026-01-15T00:00:00', ['ada', 'hello-world']],
    ['modified_after', 'modified_after=2026-06-01T00:00:00', ['ada']],
    ['modified_before', 'modified_before=2025-01-01T00:00:00', ['hello-world']],
    ['author', 'author=3', ['bob']],
    ['author_exclude', 'author_exclude=1', ['bob']],
    ['include', 'include=21,22', ['bob', 'ada']],
    ['exclude', 'exclude=1,21', ['cid', 'bob']],
    ['offset', 'offset=3', ['hello-world']],
    ['order', 'order=asc', all.toReversed()],
    ['orderby', 'orderby=author&per_page=1', ['bob']],
    ['orderby', 'orderby=date', all],
    ['orderby', 'orderby=id&order=asc', all.toReversed()],
    ['orderby', 'orderby=include&include=22,23,21', ['bob', 'cid', 'ada']],
    ['orderby', 'orderby=modified&per_page=1', ['ada']],
    ['orderby', 'orderby=parent&order=asc', all.toReversed()],
    ['orderby', 'orderby=relevance&search=iron', ['cid', 'bob', 'ada']],
    ['orderby', 'orderby=slug&order=asc', ['ada', 'bob', 'cid', 'hello-world']],
    ['orderby', 'orderby=include_slugs&slug=cid,ada', ['cid', 'ada']],
    ['orderby', 'orderby=title&order=asc', ['ada', 'bob', 'hello-world', 'cid']],
    ['slug', 'slug=bob', ['bob']],
    ['status', 'status=draft', []],
    ['categories', 'categories=11', ['ada']],
    ['categories', 'categories[terms]=11&categories[include_children]=true', ['bob', 'ada']],
    ['categories_exclude', 'categories_exclude=1', ['bob', 'ada']],
    [
      'categories_exclude',
      'categories_exclude[terms]=11&categories_exclude[include_children]=true',
      ['cid', 'hello-world'],
    ],
    ['tags', 'tags=13,14', ['cid', 'bob', 'ada']],
    ['tags', 'tags[terms]=13,14&tags[operator]=AND', ['bob']],
    ['tags_exclude', 'tags_exclude=13', ['cid', 'hello-world']],
    ['tax_relation', 'categories=11&tags=14&tax_relation=OR', ['cid', 'bob', 'ada']],
    ['tax_relation', 'categories=11&tags=14&tax_relation=AND', []],
    ['sticky', 'sticky=true', ['ada']],
    ['sticky', 'sticky=false', ['cid', 'bob', 'hello-world']],
    ['ignore_sticky', 'ignore_sticky=false', ['ada', 'cid', 'bob', 'hello-world']],
    ['format', 'format=quote', ['cid']],
    ['format', 'format=standard', ['bob', 'ada', 'hello-world']],
  ],
})

test('context selects the fields', async () => {
  expect(await membersOf(cms, `${route}?context=edit`)).toContain('password')
  expect(await membersOf(cms, `${route}?context=embed`)).not.toContain('content')
})

test('excerpt_length limits the words of an excerpt, and a password opens protected content', async () => {
  const content = 'one two three four five'
  const id = await create(cms, 'admin', route, { title: 'x', status: 'publish', content, password: 'open' })
  const read = async (query: string): Promise<unknown> =>
    (await cms.rest(null, 'GET', `${route}/${id}?_fields=excerpt.rendered&${query}`)).json
  expect(await read('')).toEqual({ excerpt: { rendered: '' } })
  expect(await read('password=open&excerpt_length=2')).toEqual({
    excerpt: { rendered: '<p>one two [&hellip;]</p>\n' },
  })
  expect(await read('password=shut')).toMatchObject({ code: 'rest_post_incorrect_password' })
})
