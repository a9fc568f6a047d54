import { afterAll, beforeAll, expect, test } from 'vitest'
import { serveCms } from '../serve.ts'

const cms = await serveCms({ now: () => new Date('2026-11-20T12:00:00Z') })
const route = '/cms/v2/comments'

beforeAll(async () => {
  for (const day of [1, 2, 3, 4])
    await cms.rest('admin', 'POST', route, { post: 1, content: `c${day}`, date: `2025-01-0${day}T00:00:00` })
})
afterAll(() => cms.close())

async function listed(query: string) {
  const { json, headers } = await cms.rest('admin', 'GET', `${route}?_fields=id&${query}`)
  return { ids: (json as { id: number }[]).map(({ id }) => id), total: headers['x-wp-total'] }
}

test('the filter for approved comments is called "approve"', async () => {
  expect(await listed('status=approve')).toEqual({ ids: [5, 4, 3, 2, 1], total: '5' })
  expect(await listed('status=1')).toMatchObject({ total: '5' })
  expect(await listed('status=approved')).toEqual({ ids: [], total: '0' })
})

test('an offset of 0 does not replace the page number', async () => {
  expect(await listed('per_page=2&page=2&offset=0')).toEqual({ ids: [3, 2], total: '5' })
  expect(await listed('per_page=2&page=2&offset=1')).toEqual({ ids: [4, 3], total: '5' })
  expect(await listed('per_page=2&offset=-1')).toEqual({ ids: [4, 3], total: '5' })
})

test('a fractional post id is truncated when the rights to comment are checked', async () => {
  const { status, headers } = await cms.rest('sub1', 'POST', route, { post: 1.5, content: 'x' })
  expect([status, headers['allow']]).toEqual([400, 'POST'])
})

test.each(['a@b.cd', 'a..b@bb.de', 'a.@bb.de', "o'x+y@b-b.co.uk"])(
  '%s is accepted as an e-mail address',
  async (email) => {
    expect(await listed(`author_email=${encodeURIComponent(email)}`)).toMatchObject({ total: '0' })
  },
)

test.each(['a@b.c', 'a@-b.com', 'a@b-.com', 'a@b..com', 'a@bb.de.', 'a@bcdef', '@bb.de', 'a@bb@cc.de'])(
  '%s is rejected as an e-mail address',
  async (email) => {
    const { status, json } = await cms.rest(
      'admin',
      'GET',
      `${route}?author_email=${encodeURIComponent(email)}`,
    )
    expect([status, json]).toMatchObject([400, { code: 'rest_invalid_param' }])
  },
)

test('orderby=include without ids returns an empty list but counts all comments', async () => {
  expect(await listed('orderby=include&include=3,2')).toEqual({ ids: [3, 2], total: '2' })
  expect(await listed('orderby=include')).toEqual({ ids: [], total: '5' })
})
