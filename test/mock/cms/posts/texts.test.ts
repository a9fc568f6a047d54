import { afterAll, beforeEach, expect, test } from 'vitest'
import { openCms, site } from '../open-cms.ts'

const cms = await openCms()
const posts = '/cms/v2/posts'
const pages = '/cms/v2/pages'

beforeEach(() => cms.reset())
afterAll(() => cms.close())

test('a number or boolean in `raw` is converted to a string', async () => {
  const body = { title: { raw: 5 }, content: { raw: true }, excerpt: { raw: 0 } }
  expect(await cms.ask('admin', 'POST', pages, body)).toMatchObject({
    status: 201,
    body: { title: { raw: '5' }, content: { raw: '1' }, excerpt: { raw: '0' } },
  })
  const id = await cms.upload('x.jpg', 10, 10)
  const media = { title: { raw: 0 }, caption: { raw: 1.5 }, description: { raw: -1 } }
  expect(await cms.ask('admin', 'POST', `/cms/v2/media/${id}`, media)).toMatchObject({
    body: { title: { raw: 'x' }, caption: { raw: '1.5' }, description: { raw: '-1' } },
  })
})

test('a number without `raw` is ignored; comments ignore one even in `raw`, and menu items reject it', async () => {
  expect(await cms.ask('admin', 'POST', `${pages}/2`, { title: 5 })).toMatchObject({
    body: { title: { raw: 'Sample Page' } },
  })
  expect(await cms.ask('admin', 'POST', '/cms/v2/comments/1', { content: { raw: 5 } })).toMatchObject({
    body: { content: { raw: 'First comment of the reference site.' } },
  })
  const item = { title: { raw: 5 }, url: 'https://example.org' }
  expect(await cms.ask('admin', 'POST', '/cms/v2/menu-items', item)).toMatchObject({
    status: 400,
    body: { data: { params: { title: 'title[raw] is not of type string.' } } },
  })
})

test('Windows character references are replaced in every field', async () => {
  const id = await cms.upload('x.jpg', 10, 10)
  const media = { caption: '&#150;', description: '&#146;' }
  expect(await cms.ask('admin', 'POST', `/cms/v2/media/${id}`, media)).toMatchObject({
    body: { caption: { raw: '&#8211;' }, description: { raw: '&#8217;' } },
  })
  const item = { title: 'x', url: 'https://example.org', description: '&#150;', attr_title: '&#146;' }
  expect(await cms.ask('admin', 'POST', '/cms/v2/menu-items', item)).toMatchObject({
    body: { description: '&#8211;', attr_title: '&#8217;' },
  })
})

test('URL schemes are stored in lower case', async () => {
  const told = async (address: string) =>
    (await cms.ask('admin', 'POST', '/cms/v2/comments/1', { author_url: address })).body['author_url']
  expect(await told('HTTP://X')).toBe('http://X')
  expect(await told('Https://Example.org/A')).toBe('https://Example.org/A')
})

test('footnotes of authors are filtered, those of editors are not', async () => {
  const note = { id: 'A b-1', content: '<b>ü</b><script>x</script>', more: 1 }
  const save = async (who: 'author1' | 'editor1', footnotes: string) => {
    const { body } = await cms.ask(who, 'POST', posts, { title: 'x', meta: { footnotes } })
    return (body['meta'] as { footnotes: string }).footnotes
  }
  const raw = JSON.stringify([note, { id: 'empty', content: '' }, 'no note'])
  expect(await save('editor1', raw)).toBe(raw)
  expect(await save('author1', raw)).toBe('[{"id":"ab-1","content":"<b>\\u00fc<\\/b>x"}]')
  expect(await save('author1', 'no JSON')).toBe('')
  expect(await save('author1', '5')).toBe('')
})

test('the preview link of an autosave shows the published row with a nonce', async () => {
  const { id } = cms.add('page', { title: 'Shown', slug: 'shown' })
  const link = async (who: 'admin' | 'editor1', row: number, title: string) =>
    (await cms.ask(who, 'POST', `${pages}/${row}/autosaves`, { title })).body['preview_link']
  const proof = /^http:\/\/cms\.test\/shown\/\?preview_id=\d+&preview_nonce=[0-9a-f]{10}&preview=true$/
  expect(await link('admin', id, 'Next')).toMatch(proof)
  const draft = cms.add('page', { title: 'Draft', status: 'draft' })
  expect(await link('admin', draft.id, 'own')).toBe(`${site}/?page_id=${draft.id}&preview=true`)
  expect(await link('editor1', draft.id, 'other')).toMatch(
    new RegExp(`/\\?page_id=${draft.id}&preview_id=${draft.id}&preview_nonce=[0-9a-f]{10}&preview=true$`),
  )
})

test('an autosave with a value that WordPress rejects is stored without content', async () => {
  const path = '/cms/v2/posts/1/autosaves'
  for (const refused of [{ author: 999 }, { password: 'secret', sticky: true }]) {
    const answer = await cms.ask('admin', 'POST', path, { title: 'Lost', ...refused })
    expect(answer).toMatchObject({ status: 200, body: { title: { raw: '' } } })
  }
})

test('an edited image contains the id of its original as a string', async () => {
  const id = await cms.upload('x.jpg', 40, 30)
  const src = `${site}/uploads/2026/03/x.jpg`
  const { body } = await cms.ask('admin', 'POST', `/cms/v2/media/${id}/edit`, { src, rotation: 90 })
  expect(body['media_details']).toMatchObject({ parent_image: { attachment_id: String(id) } })
})

test('without unfiltered_html, blocks with attributes lose their core/ prefix in every field', async () => {
  const delimiter = (name: string) => `<!-- wp:${name} {"x":1} /--><!-- wp:core/b /-->`
  const sent = delimiter('core/a')
  const texts = { title: `x${sent}`, excerpt: sent }
  const { body } = await cms.ask('author1', 'POST', '/cms/v2/posts', texts)
  expect(body).toMatchObject({ title: { raw: `x${delimiter('a')}` }, excerpt: { raw: delimiter('a') } })
  const free = await cms.ask('editor1', 'POST', '/cms/v2/posts', texts)
  expect(free.body).toMatchObject({ title: { raw: `x${sent}` }, excerpt: { raw: sent } })
  const comment = { post: 1, content: `x${sent}` }
  expect(await cms.ask('sub1', 'POST', '/cms/v2/comments', comment)).toMatchObject({ status: 201 })
  const [said] = Object.values(
    (await cms.ask('admin', 'GET', '/cms/v2/comments?context=edit&status=all')).body,
  )
  expect(said).toMatchObject({ content: { raw: `x${delimiter('a')}` } })
})
