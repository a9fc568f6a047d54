import { afterAll, beforeEach, expect, test } from 'vitest'
import { serveCms } from '../serve.ts'

const cms = await serveCms()

beforeEach(() => cms.reset())
afterAll(() => cms.close())

const read = (user: string, path: string) => cms.rest(user, 'GET', `/cms/v2/users/${path}`)

test('a user without published content is visible only to administrators and to the user', async () => {
  const hidden = { status: 403, json: { code: 'rest_user_cannot_view' } }
  expect(await read('author1', '2')).toMatchObject(hidden)
  expect(await read('editor1', '2')).toMatchObject({ status: 200 })
  expect(await read('admin', '2')).toMatchObject({ status: 200 })
  await cms.rest('editor1', 'POST', '/cms/v2/posts', { title: 'x', status: 'draft' })
  expect(await read('author1', '2')).toMatchObject(hidden)
  await cms.rest('editor1', 'POST', '/cms/v2/posts', { title: 'x', status: 'publish' })
  expect(await read('author1', '2')).toMatchObject({ status: 200 })
})

test('context edit of other users requires an administrator, and an unknown user is a 404 for all callers', async () => {
  expect(await read('author1', '1?context=edit')).toMatchObject({
    status: 403,
    json: { code: 'rest_forbidden_context' },
  })
  expect(await read('author1', '99?context=edit')).toMatchObject({
    status: 404,
    json: { code: 'rest_user_invalid_id' },
  })
})

test('capabilities include the numeric levels', async () => {
  const { json } = await read('author1', 'me?context=edit')
  expect(json).toMatchObject({ capabilities: { level_0: true, level_2: true } })
  expect(json).not.toHaveProperty(['capabilities', 'level_3'])
})
