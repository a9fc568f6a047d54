import { afterAll, beforeEach, expect, test } from 'vitest'
import { openCms, site } from '../open-cms.ts'

const cms = await openCms()
const pages = '/cms/v2/pages'

beforeEach(() => cms.reset())
afterAll(() => cms.close())

test('of several users’ autosaves of one second the later is listed first, and the earlier is the one to read', async () => {
  await cms.ask('editor1', 'POST', '/cms/v2/posts/1/autosaves', { title: 'Earlier' })
  const { body: later } = await cms.ask('admin', 'POST', '/cms/v2/posts/1/autosaves', { title: 'Later' })
  const listed = await cms.ask('admin', 'GET', '/cms/v2/posts/1/autosaves?context=edit')
  expect(listed.body).toMatchObject([{ title: { raw: 'Later' } }, { title: { raw: 'Earlier' } }])
  const read = await cms.ask('admin', 'GET', `/cms/v2/posts/1/autosaves/${Number(later['id'])}?context=edit`)
  expect(read.body).toMatchObject({ title: { raw: 'Earlier' } })
})

test('an autosave of one’s own draft takes a reserved slug as it is', async () => {
  const { body } = await cms.ask('admin', 'POST', pages, { title: 'Draft' })
  const path = `${pages}/${Number(body['id'])}`
  expect(await cms.ask('admin', 'POST', path, { slug: 'feed' })).toMatchObject({ body: { slug: 'feed-2' } })
  expect(await cms.ask('admin', 'POST', `${path}/autosaves`, { slug: 'feed' })).toMatchObject({
    body: { slug: 'feed' },
  })
})

test('the template of an address shows the slugs above it in letters', async () => {
  const above = await cms.ask('admin', 'POST', pages, { title: 'Above', slug: '日本', status: 'publish' })
  const below = await cms.ask('admin', 'POST', pages, { title: 'Below', parent: above.body['id'] })
  const { body } = await cms.ask('admin', 'GET', `${pages}/${Number(below.body['id'])}?context=edit`)
  expect(body).toMatchObject({ permalink_template: `${site}/日本/%pagename%/` })
})
