import { afterAll, beforeAll, expect, test } from 'vitest'
import { create, membersOf, testParameters } from './parameter-table.ts'
import { serveCms } from './serve.ts'

let now = new Date('2026-11-20T12:00:00Z')
const cms = await serveCms({ now: () => now })
const route = '/cms/v2/menu-items'

// Ids are assigned in order: 21 home, 22 shop, 23 imprint, 24 unused draft. Menus are 15 and 16.
beforeAll(async () => {
  const item = (title: string, place: number, more: object): Promise<number> =>
    create(cms, 'admin', route, { title, url: 'https://example.org/', menu_order: place, ...more })
  await item('Home', 3, { menus: 15, description: 'start' })
  now = new Date('2026-11-20T13:00:00Z')
  await item('Shop', 2, { menus: 15, attr_title: 'start', parent: 21 })
  now = new Date('2026-11-20T14:00:00Z')
  await item('Imprint', 1, { menus: 16 })
  await item('Unused', 4, { status: 'draft' })
  now = new Date('2026-11-20T15:00:00Z')
  await cms.rest('admin', 'POST', `${route}/21`, { target: '_blank' })
})
afterAll(() => cms.close())

testParameters({
  cms,
  route,
  name: 'id',
  // WordPress's menu items have no author to filter by.
  apart: ['context', 'author', 'author_exclude'],
  cases: [
    ['page', 'per_page=2&page=2', [21]],
    ['per_page', 'per_page=1', [23]],
    ['search', 'search=start', [22, 21]],
    ['search_semantics', 'search=shop&search_semantics=exact', [22]],
    ['search_columns', 'search=start&search_columns=post_excerpt', [22]],
    ['after', 'after=2026-11-20T14:30:00', [23]],
    ['before', 'before=2026-11-20T13:30:00', [21]],
    ['modified_after', 'modified_after=2026-11-20T15:30:00', [21]],
    ['modified_before', 'modified_before=2026-11-20T14:30:00', [22]],
    ['include', 'include=21', [21]],
    ['exclude', 'exclude=21', [23, 22]],
    ['offset', 'offset=2', [21]],
    ['order', 'order=desc', [21, 22, 23]],
    ['orderby', 'orderby=author', [21, 22, 23]],
    ['orderby', 'orderby=date&order=desc', [23, 22, 21]],
    ['orderby', 'orderby=id', [21, 22, 23]],
    ['orderby', 'orderby=include&include=22,21', [22, 21]],
    ['orderby', 'orderby=modified', [22, 23, 21]],
    ['orderby', 'orderby=parent', [21, 22, 23]],
    ['orderby', 'orderby=relevance&search=start', [22, 21]],
    ['orderby', 'orderby=slug', [21, 23, 22]],
    ['orderby', 'orderby=include_slugs&slug=shop,home', [22, 21]],
    ['orderby', 'orderby=title&order=desc', [22, 23, 21]],
    ['orderby', 'orderby=menu_order', [23, 22, 21]],
    ['slug', 'slug=shop', [22]],
    ['status', 'status=draft', [24]],
    ['menus', 'menus=16', [23]],
    ['menus', 'menus[terms]=15,16&menus[operator]=AND', []],
    ['menus_exclude', 'menus_exclude=16', [22, 21]],
    ['tax_relation', 'menus=15&menus_exclude=15&tax_relation=OR', [23, 22, 21]],
    ['tax_relation', 'menus=15&menus_exclude=15&tax_relation=AND', []],
    ['menu_order', 'menu_order=2', [22]],
  ],
})

test('context selects the fields', async () => {
  expect(await membersOf(cms, `${route}?context=view`)).toContain('menus')
  expect(await membersOf(cms, `${route}?context=embed`)).not.toContain('menus')
})
