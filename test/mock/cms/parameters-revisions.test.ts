import { afterAll, beforeAll, expect, test } from 'vitest'
import { create, membersOf, testParameters } from './parameter-table.ts'
import { serveCms } from './serve.ts'

let now = new Date('2026-11-20T12:00:00Z')
const cms = await serveCms({ now: () => now })
const route = '/cms/v2/pages/(?P<parent>[\\d]+)/revisions'
const path = '/cms/v2/pages/21/revisions'

// Ids are assigned in order: 21 the page, 22 to 24 its revisions, oldest first, 25 an editor's autosave.
beforeAll(async () => {
  await create(cms, 'admin', '/cms/v2/pages', { title: 'first', status: 'publish' })
  for (const [minute, title] of ['zebra', 'apple pie', 'mango'].entries()) {
    now = new Date(Date.UTC(2026, 10, 20, 13, minute))
    const content = title === 'mango' ? 'apple' : ''
    await cms.rest('admin', 'POST', '/cms/v2/pages/21', { title, content })
  }
  now = new Date('2026-11-20T14:00:00Z')
  await cms.rest('editor1', 'POST', '/cms/v2/pages/21/autosaves', { title: 'draft' })
})
afterAll(() => cms.close())

testParameters({
  cms,
  route,
  path: () => path,
  name: 'id',
  apart: ['parent', 'context'],
  cases: [
    ['page', 'per_page=3&page=2', [22]],
    ['per_page', 'per_page=1', [25]],
    ['search', 'search=apple', [24, 23]],
    ['exclude', 'exclude=25', [24, 23, 22]],
    ['include', 'include=22,24', [24, 22]],
    ['offset', 'per_page=2&offset=3', [22]],
    ['order', 'order=asc', [22, 23, 24, 25]],
    ['orderby', 'orderby=date', [25, 24, 23, 22]],
    ['orderby', 'orderby=id&order=asc', [22, 23, 24, 25]],
    ['orderby', 'orderby=include&include=23,22', [23, 22]],
    ['orderby', 'orderby=relevance&search=apple', [23, 24]],
    ['orderby', 'orderby=slug&order=asc', [25, 22, 23, 24]],
    ['orderby', 'orderby=include_slugs&order=asc', [22, 23, 24, 25]],
    ['orderby', 'orderby=title&order=asc', [23, 25, 24, 22]],
  ],
})

test('context selects the fields, and the parent in the path selects the revisions', async () => {
  expect(await membersOf(cms, `${path}?context=view`)).toContain('content')
  expect(await membersOf(cms, `${path}?context=embed`)).not.toContain('content')
  expect((await cms.rest('admin', 'GET', '/cms/v2/pages/2/revisions')).json).toEqual([])
})

test('one revision and one autosave show the fields of their context', async () => {
  for (const item of [`${path}/22`, '/cms/v2/pages/21/autosaves/25']) {
    expect((await cms.rest('admin', 'GET', `${item}?context=edit`)).json).toHaveProperty('title.raw')
    expect((await cms.rest('admin', 'GET', item)).json).not.toHaveProperty('title.raw')
    expect(await membersOf(cms, `${item}?context=embed`)).not.toContain('content')
  }
  const autosaves = '/cms/v2/pages/21/autosaves'
  expect((await cms.rest('admin', 'GET', autosaves)).json).toMatchObject([{ id: 25, parent: 21 }])
  expect(await membersOf(cms, `${autosaves}?context=embed`)).not.toContain('content')
})
