import { afterAll, beforeEach, expect, test } from 'vitest'
import { serveCms } from '../serve.ts'

let now = new Date('2026-11-20T12:00:00Z')
const cms = await serveCms({ now: () => now })
const route = '/cms/v2/comments'

beforeEach(() => {
  now = new Date('2026-11-20T12:00:00Z')
  cms.reset()
})
afterAll(() => cms.close())

const say = (user: string, content: string, more: object = {}) =>
  cms.rest(user, 'POST', route, { post: 1, content, ...more })
const change = (body: object) => cms.rest('editor1', 'POST', `${route}/1`, body)

test('a comment in the name of another user is held if the comments of that user are', async () => {
  expect(await say('admin', 'for the author', { author: 3 })).toMatchObject({ json: { status: 'hold' } })
  expect(await say('admin', 'for an editor', { author: 2 })).toMatchObject({ json: { status: 'approved' } })
  const known = { author_name: 'First Commenter', author_email: 'commenter@example.org' }
  expect(await say('admin', 'a known guest', known)).toMatchObject({ json: { status: 'approved' } })
  const half = { ...known, author_name: 'Another' }
  expect(await say('admin', 'another name', half)).toMatchObject({ json: { status: 'hold' } })
})

test('a comment with two links is held even if its author is known', async () => {
  await say('admin', 'before', { author: 5, status: 'approve' })
  const link = '<a href="https://example.org">x</a>'
  expect(await say('admin', 'plain', { author: 5 })).toMatchObject({ json: { status: 'approved' } })
  expect(await say('admin', `${link} ${link}`, { author: 5 })).toMatchObject({ json: { status: 'hold' } })
})

test('links in comments get rel="nofollow ugc"', async () => {
  const html = '<a href="https://example.org" rel="me">x</a>'
  expect(await say('admin', html)).toMatchObject({
    json: { content: { raw: '<a href="https://example.org" rel="me nofollow ugc">x</a>' } },
  })
})

test('the flood limit applies to a user who comments under another name', async () => {
  await say('sub1', 'first')
  const other = { author_name: 'X', author_email: 'x@example.org' }
  expect(await say('sub1', 'second', other)).toMatchObject({ status: 400, json: { code: 'comment_flood' } })
})

test('unspam restores the status before spam, whatever the status was in between', async () => {
  await change({ status: 'spam' })
  await change({ status: 'hold' })
  expect(await change({ status: 'unspam' })).toMatchObject({ json: { status: 'approved' } })
  expect(await change({ status: 'unspam' })).toMatchObject({ json: { status: 'hold' } })
})

test('comment fields that exceed their database columns are rejected', async () => {
  expect(await say('admin', 'a'.repeat(65_526))).toMatchObject({
    status: 400,
    json: { code: 'comment_content_column_length' },
  })
  expect(await change({ author_name: 'a'.repeat(246) })).toMatchObject({
    status: 400,
    json: { code: 'comment_author_column_length' },
  })
})

test('every update stores the IP address', async () => {
  expect(await change({})).toMatchObject({ json: { author_ip: '127.0.0.1' } })
})

test('replies to a deleted comment move up one level', async () => {
  const { json } = await say('admin', 'reply', { parent: 1 })
  expect(json).toMatchObject({ parent: 1 })
  await cms.rest('admin', 'DELETE', `${route}/1?force=true`)
  expect(await cms.rest('admin', 'GET', `${route}/2`)).toMatchObject({ json: { parent: 0 } })
})

test('an e-mail address is checked after PHP’s conversion to a string', async () => {
  expect(await change({ author_email: 7 })).toMatchObject({
    json: { data: { params: { author_email: 'Invalid email address.' } } },
  })
  expect(await change({ author_email: 0 })).toMatchObject({ status: 200 })
})

test('the name and URL of an author are filtered after the author has been identified', async () => {
  const author = {
    author_name: 'A & B > C',
    author_email: 'ab@example.org',
    author_url: 'http://x.org/?a=1&b=2',
  }
  const stored = { author_name: 'A &amp; B &gt; C', author_url: 'http://x.org/?a=1&amp;b=2' }
  const { json } = await say('admin', 'one', author)
  expect(json).toMatchObject({ ...stored, status: 'hold' })
  const id = (json as { id: number }).id
  await cms.rest('admin', 'POST', `${route}/${id}`, { status: 'approved' })
  expect(await cms.rest('admin', 'GET', `${route}/${id}`)).toMatchObject({ json: stored })
  expect(await say('admin', 'two', author)).toMatchObject({ json: { status: 'hold' } })
  expect(await change({ author_name: 'D & <b>E</b>', author_url: 'http://x.org/?c&d' })).toMatchObject({
    json: { author_name: 'D &amp; E', author_url: 'http://x.org/?c&amp;d' },
  })
})

test('the length of a name is checked before the name is filtered', async () => {
  expect(await change({ author_name: '&'.repeat(245) })).toMatchObject({
    json: { author_name: '&amp;'.repeat(245) },
  })
})

test('a date in the hour that summer time skips is shown an hour later, even in GMT', async () => {
  expect(await change({ date_gmt: '2026-03-29T02:30:00' })).toMatchObject({
    json: { date: '2026-03-29T04:30:00', date_gmt: '2026-03-29T03:30:00' },
  })
})

test('subfields of a comment cannot be selected with _fields', async () => {
  expect(await cms.rest(null, 'GET', `${route}/1?_fields=id,content.rendered`)).toMatchObject({
    json: { id: 1 },
  })
  const { text } = await cms.rest(null, 'GET', `${route}/1?_fields=id,content.rendered`)
  expect(text).not.toContain('content')
})

test("an editor's change to a visitor's comment is filtered by the visitor's rights", async () => {
  const list = '<ul><li>One</li></ul><b>two</b>'
  expect(await change({ content: list })).toMatchObject({ json: { content: { raw: 'One<b>two</b>' } } })
  const { json } = await cms.rest('editor1', 'POST', route, { post: 1, content: 'my own' })
  const own = `${route}/${(json as { id: number }).id}`
  expect(await cms.rest('admin', 'POST', own, { content: list })).toMatchObject({
    json: { content: { raw: list } },
  })
})

test('a space before a removed tag stays', async () => {
  expect(await change({ content: ' A & less than < greater than > ' })).toMatchObject({
    json: { content: { raw: 'A &amp; less than ' } },
  })
})
