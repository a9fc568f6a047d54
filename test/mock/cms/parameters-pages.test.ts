import { afterAll, beforeAll, expect, test } from 'vitest'
import { create, membersOf, testParameters } from './parameter-table.ts'
import { serveCms } from './serve.ts'

let now = new Date('2026-11-20T12:00:00Z')
const cms = await serveCms({ now: () => now })
const route = '/cms/v2/pages'

beforeAll(async () => {
  const page = (user: string, slug: string, month: number, more: object): Promise<number> =>
    create(cms, user, route, {
      slug,
      title: slug,
      status: 'publish',
      date: `2026-0${month}-01T00:00:00`,
      ...more,
    })
  const alpha = await page('admin', 'alpha', 1, { content: 'needle and thread', menu_order: 3 })
  const beta = await page('editor1', 'beta', 2, {
    parent: alpha,
    excerpt: 'a needle',
    menu_order: 1,
    title: 'Zeta',
  })
  await page('admin', 'gamma', 3, { parent: beta, title: 'Needle', menu_order: 2 })
  await page('admin', 'delta', 4, { status: 'private', menu_order: -1, content: 'Needle' })
  now = new Date('2026-11-20T13:00:00Z')
  await cms.rest('admin', 'POST', `${route}/${alpha}`, { ping_status: 'open' })
})
afterAll(() => cms.close())

// Ids are assigned in order: alpha 21, beta 22, gamma 23, delta 24. 2 is the sample page from 2024.
testParameters({
  cms,
  route,
  name: 'slug',
  apart: ['context'],
  cases: [
    ['page', 'per_page=2&page=2', ['alpha', 'sample-page']],
    ['per_page', 'per_page=1', ['gamma']],
    ['search', 'search=needle&orderby=id&order=asc', ['alpha', 'beta', 'gamma']],
    ['search_semantics', 'search=needle&search_semantics=exact&orderby=id&status=any', ['delta', 'gamma']],
    ['search_semantics', 'search=needle+thread&search_semantics=exact', []],
    ['search_semantics', 'search=%22needle+and+thread%22&search_semantics=exact', ['alpha']],
    ['search_columns', 'search=needle&search_columns=post_title', ['gamma']],
    ['search_columns', 'search=needle&search_columns=post_excerpt', ['beta']],
    ['search_columns', 'search=needle&search_columns=post_content&status=any', ['delta', 'alpha']],
    ['after', 'after=2026-02-15T00:00:00', ['gamma']],
    ['before', 'before=2026-01-15T00:00:00', ['alpha', 'sample-page']],
    ['modified_after', 'modified_after=2026-06-01T00:00:00Z', ['alpha']],
    ['modified_before', 'modified_before=2025-01-01T00:00:00Z', ['sample-page']],
    ['author', 'author=2', ['beta']],
    ['author_exclude', 'author_exclude=1', ['beta']],
    ['include', 'include=21,23', ['gamma', 'alpha']],
    ['exclude', 'exclude=23', ['beta', 'alpha', 'sample-page']],
    ['offset', 'offset=3', ['sample-page']],
    ['order', 'order=asc&per_page=1', ['sample-page']],
    ['orderby', 'orderby=author&per_page=1', ['beta']],
    ['orderby', 'orderby=date&order=asc&per_page=2', ['sample-page', 'alpha']],
    ['orderby', 'orderby=id&order=asc&per_page=2', ['sample-page', 'alpha']],
    ['orderby', 'orderby=include&include=22,23,21', ['beta', 'gamma', 'alpha']],
    ['orderby', 'orderby=modified&per_page=1', ['alpha']],
    ['orderby', 'orderby=parent&per_page=2', ['gamma', 'beta']],
    ['orderby', 'orderby=relevance&search=needle&per_page=2', ['gamma', 'beta']],
    ['orderby', 'orderby=slug&order=asc&per_page=3', ['alpha', 'beta', 'gamma']],
    ['orderby', 'orderby=include_slugs&slug=gamma,alpha', ['gamma', 'alpha']],
    ['orderby', 'orderby=title&per_page=1', ['beta']],
    ['orderby', 'orderby=menu_order&order=asc&per_page=2', ['sample-page', 'beta']],
    ['slug', 'slug=beta,nothing', ['beta']],
    ['status', 'status=private', ['delta']],
    ['status', 'status=draft', ['privacy-policy']],
    ['menu_order', 'menu_order=2', ['gamma']],
    ['parent', 'parent=21', ['beta']],
    ['parent_exclude', 'parent_exclude=0,21', ['gamma']],
    ['orderby_hierarchy', 'orderby_hierarchy=true', ['alpha', 'beta', 'gamma', 'sample-page']],
    ['orderby_hierarchy', 'orderby_hierarchy=true&per_page=2&page=2', ['gamma', 'sample-page']],
    ['orderby_hierarchy', 'orderby_hierarchy=true&exclude=22', ['alpha', 'sample-page', 'gamma']],
  ],
})

test('context selects the fields', async () => {
  expect(await membersOf(cms, `${route}?context=edit`)).toContain('password')
  expect(await membersOf(cms, route)).not.toContain('password')
  expect(await membersOf(cms, `${route}?context=embed`)).not.toContain('content')
})

test('in tree order every page shows its level, even below a parent that is not in the list', async () => {
  const levels = async (query: string): Promise<unknown> => {
    const { json } = await cms.rest('admin', 'GET', `${route}?orderby_hierarchy=true&_fields=level&${query}`)
    return (json as { level: number }[]).map(({ level }) => level)
  }
  expect(await levels('status=publish')).toEqual([0, 1, 2, 0])
  expect(await levels('include=23')).toEqual([2])
  expect(await membersOf(cms, route)).not.toContain('level')
})

test('a scheduled page is public once its time has come, without another write', async () => {
  const date = '2026-11-20T14:00:00'
  const id = await create(cms, 'admin', route, { title: 'Later', status: 'publish', date_gmt: date })
  expect(await cms.rest(null, 'GET', `${route}/${id}`)).toMatchObject({ status: 401 })
  expect(await cms.visit('/later/')).toMatchObject({ status: 404 })
  now = new Date('2026-11-20T14:00:01Z')
  expect(await cms.visit('/later/')).toMatchObject({ status: 200 })
  expect(await cms.rest(null, 'GET', `${route}/${id}`)).toMatchObject({
    json: { status: 'publish', modified_gmt: date },
  })
})
