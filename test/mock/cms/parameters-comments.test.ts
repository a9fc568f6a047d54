import { afterAll, beforeAll, expect, test } from 'vitest'
import { create, membersOf, testParameters } from './parameter-table.ts'
import { serveCms } from './serve.ts'

const cms = await serveCms({ now: () => new Date('2026-11-20T12:00:00Z') })
const route = '/cms/v2/comments'

// Ids are assigned in order: 2 and 3 belong to post 1, 4 is held, 5 is a note, 6 belongs to the protected post. 1 is
// from 2024.
beforeAll(async () => {
  const say = (user: string, month: number, more: object): Promise<number> =>
    create(cms, user, route, { post: 1, content: `c${month}`, date: `2026-0${month}-01T00:00:00`, ...more })
  await say('editor1', 1, { content: 'a red apple' })
  await say('admin', 2, {
    parent: 2,
    status: 'approved',
    author_name: 'Ann',
    author_email: 'ann@example.org',
  })
  await say('admin', 3, { status: 'hold' })
  await say('admin', 4, { type: 'note' })
  const locked = { title: 'Locked', status: 'publish', password: 'open' }
  const post = await create(cms, 'admin', '/cms/v2/posts', locked)
  await say('admin', 5, { post })
})
afterAll(() => cms.close())

testParameters({
  cms,
  route,
  name: 'id',
  apart: ['context', 'password'],
  cases: [
    ['page', 'per_page=2&page=2', [2, 1]],
    ['per_page', 'per_page=1', [6]],
    ['search', 'search=APPLE', [2]],
    ['after', 'after=2026-01-15T00:00:00', [6, 3]],
    ['before', 'before=2026-01-15T00:00:00', [2, 1]],
    ['author', 'author=2', [2]],
    ['author_exclude', 'author_exclude=1,0', [2]],
    ['author_email', 'author_email=ann@example.org', [3]],
    ['include', 'include=2,3', [3, 2]],
    ['exclude', 'exclude=1,6', [3, 2]],
    ['offset', 'offset=3', [1]],
    ['order', 'order=asc', [1, 2, 3, 6]],
    ['orderby', 'orderby=date&per_page=2', [6, 3]],
    ['orderby', 'orderby=date_gmt&order=asc&per_page=2', [1, 2]],
    ['orderby', 'orderby=id', [6, 3, 2, 1]],
    ['orderby', 'orderby=include&include=3,1,2', [3, 1, 2]],
    ['orderby', 'orderby=post&per_page=1', [6]],
    ['orderby', 'orderby=parent&per_page=1', [3]],
    ['orderby', 'orderby=type&type=all&order=desc&per_page=1', [5]],
    ['parent', 'parent=2', [3]],
    ['parent_exclude', 'parent_exclude=0', [3]],
    ['post', 'post=1', [3, 2, 1]],
    ['status', 'status=hold', [4]],
    ['status', 'status=all', [6, 4, 3, 2, 1]],
    ['type', 'type=note&status=all', [5]],
  ],
})

test('context selects the fields', async () => {
  expect(await membersOf(cms, `${route}?context=edit`)).toContain('author_ip')
  expect(await membersOf(cms, route)).not.toContain('author_ip')
  expect(await membersOf(cms, `${route}?context=embed`)).not.toContain('post')
})

test('the password of a post opens its comments, in the list and individually', async () => {
  const { json } = await cms.rest('admin', 'GET', `${route}/6`)
  const { post } = json as { post: number }
  const status = async (path: string): Promise<number> => (await cms.rest(null, 'GET', path)).status
  expect(await status(`${route}?post=${post}`)).toBe(401)
  expect(await status(`${route}?post=${post}&password=open`)).toBe(200)
  expect(await status(`${route}/6`)).toBe(401)
  expect(await status(`${route}/6?password=open`)).toBe(200)
})
