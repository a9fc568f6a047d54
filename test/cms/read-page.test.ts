import { expect } from 'vitest'
import { type Script, withScripts } from '../helpers/upstream-fixtures.ts'

const signal = new AbortController().signal

const it = withScripts().extend('read', ({ start, connectCms }) => async (script: Script) => {
  const server = await start(script)
  const options = { namespace: 'wp/v2', auth: { token: 'bearer-token' }, retry: { tries: 1 } }
  return { server, found: connectCms(server.url, options).readPage(7, signal) }
})

function wirePage(id: number) {
  const raw = { raw: '' }
  const texts = { title: raw, excerpt: raw, content: raw }
  return {
    id,
    slug: 's',
    status: 'draft',
    parent: 0,
    link: '/',
    modified_gmt: 'm',
    featured_media: 0,
    ...texts,
  }
}

const refusal = (status: number, code: string) => ({
  status,
  json: { code, message: 'No.', data: { status } },
})

it('a single page is read by its id, without a list of statuses', async ({ read }) => {
  const { server, found } = await read([{ json: wirePage(7) }])
  expect(await found).toMatchObject({ state: 'found', page: { id: 7, status: 'draft' } })
  expect(server.asked[0]?.url).toMatch(/^\/wp\/v2\/pages\/7\?context=edit&_fields=/)
})

it('only an invalid id proves that a page is gone', async ({ read }) => {
  const { found } = await read([refusal(404, 'rest_post_invalid_id')])
  expect(await found).toEqual({ state: 'gone' })
})

it('any other 404 leaves the page unreadable', async ({ read }) => {
  const { found } = await read([refusal(404, 'plugin_hidden')])
  expect(await found).toMatchObject({ state: 'unreadable', reason: expect.stringContaining('404') })
})

it('a page that our user may not read is unreadable, not gone, and the run continues', async ({ read }) => {
  const { found } = await read([refusal(403, 'rest_forbidden_context'), { json: { id: 1 } }])
  expect(await found).toMatchObject({ state: 'unreadable', reason: expect.stringContaining('403') })
})

it('a response with another page is not the page', async ({ read }) => {
  const { found } = await read([{ json: wirePage(8) }])
  expect(await found).toEqual({ state: 'unreadable', reason: 'the CMS returned page 8' })
})
