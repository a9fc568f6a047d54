import { afterAll, beforeEach, expect, test } from 'vitest'
import { openCms } from '../open-cms.ts'

const cms = await openCms()
const pages = '/cms/v2/pages'

beforeEach(() => cms.reset())
afterAll(() => cms.close())

const write = (path: string, body: object) => cms.ask('admin', 'POST', path, body)
const shown = (password: string, guarded: boolean) => ({
  body: { password, content: { protected: guarded }, excerpt: { protected: guarded } },
})

test('a private row loses its password whenever it is saved', async () => {
  expect(await write(pages, { title: 'x', status: 'private', password: 'secret' })).toMatchObject(
    shown('', false),
  )
  const { body } = await write(pages, { title: 'x', status: 'publish', password: 'secret' })
  const path = `${pages}/${Number(body['id'])}`
  expect(await cms.ask('admin', 'GET', `${path}?context=edit`)).toMatchObject(shown('secret', true))
  expect(await write(path, { status: 'private' })).toMatchObject(shown('', false))
  expect(await write(path, { status: 'publish' })).toMatchObject(shown('', false))
})

test('a password of "0" is stored but does not protect the post', async () => {
  const page = { title: 'Open', content: 'all see it', status: 'publish', password: '0' }
  const { body } = await write(pages, page)
  expect(body).toMatchObject(shown('0', false).body)
  const path = `${pages}/${Number(body['id'])}`
  const rendered = '<p>all see it</p>\n'
  expect(await cms.ask(null, 'GET', path)).toMatchObject({
    body: { content: { rendered, protected: false } },
  })
  expect(await cms.ask(null, 'GET', `${path}?password=wrong`)).toMatchObject({
    status: 403,
    body: { code: 'rest_post_incorrect_password' },
  })
})

test('comments on a post with the password "0" are readable, and it may be sticky', async () => {
  await write('/cms/v2/posts/1', { password: '0' })
  expect(await cms.ask(null, 'GET', '/cms/v2/comments/1')).toMatchObject({ status: 200, body: { post: 1 } })
  expect(await write('/cms/v2/posts/1', { sticky: true })).toMatchObject({ body: { sticky: true } })
})
