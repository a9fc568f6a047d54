import { afterAll, beforeEach, expect, test } from 'vitest'
import { openCms } from '../open-cms.ts'

const cms = await openCms()
beforeEach(() => cms.reset())
afterAll(() => cms.close())

const page = async (texts: object) => (await cms.ask('admin', 'POST', '/cms/v2/pages', texts)).body
const contentOf = async (content: string) => (await page({ content }))['content']

test('blocks are returned in canonical form and rendered from the first line', async () => {
  expect(
    await contentOf('<!-- wp:core/paragraph {bad} -->\n<p>a & b</p>\n<!-- /wp:core/paragraph -->'),
  ).toEqual({
    raw: '<!-- wp:paragraph -->\n<p>a & b</p>\n<!-- /wp:paragraph -->',
    rendered: '\n<p class="wp-block-paragraph">a &#038; b</p>\n',
    protected: false,
    block_version: 1,
  })
})

test('a stray closer is shown as a classic block until an update removes it', async () => {
  const created = await page({ content: '<!-- /wp:paragraph -->text' })
  expect(created).toMatchObject({ content: { raw: '<!-- wp:freeform /-->text<!-- /wp:post-content -->' } })
  const id = String(created['id'])
  const update = await cms.ask('admin', 'POST', `/cms/v2/pages/${id}`, {
    content: '<!-- /wp:paragraph -->text',
  })
  expect(update.body).toMatchObject({ content: { raw: 'text', rendered: '<p>text</p>\n' } })
})

test('the description of a file is not normalized', async () => {
  const id = await cms.upload('a.jpg', 20, 10)
  const description = '<!-- wp:core/paragraph --><p>a</p><!-- /wp:core/paragraph -->'
  const { body } = await cms.ask('admin', 'POST', `/cms/v2/media/${id}`, { description })
  expect(body).toMatchObject({ description: { raw: description } })
})

test('a page shows slug, title and excerpt as WordPress derives them', async () => {
  expect(await page({ title: 'Noise <5 dB & more', status: 'publish', content: '"a" & b' })).toMatchObject({
    slug: 'noise',
    generated_slug: 'noise',
    title: { raw: 'Noise <5 dB & more', rendered: 'Noise <5 dB &#038; more' },
    excerpt: { raw: '', rendered: '<p>&#8220;a&#8221; &#038; b</p>\n' },
  })
  expect(await page({ title: '-' })).toMatchObject({ title: { rendered: '&#8211;' } })
})

test('byte order marks and no-break spaces around a title stay, Windows character references are replaced', async () => {
  expect(await page({ title: ' \ufeffa\u00a0\n', content: '&#150;', excerpt: '&#146;' })).toMatchObject({
    title: { raw: '\ufeffa\u00a0' },
    content: { raw: '&#8211;' },
    excerpt: { raw: '&#8217;' },
  })
})

test('a slug filter is applied as sent', async () => {
  await page({ title: 'noise', status: 'publish' })
  const { body } = await cms.ask('admin', 'GET', '/cms/v2/pages?slug=%EF%BB%BFnoise')
  expect(body).toEqual([])
})

test('a response with only the raw content does not contain the rendered content', async () => {
  const { body } = await cms.ask('admin', 'POST', '/cms/v2/pages?_fields=content.raw,excerpt.rendered', {
    content: 'a',
  })
  expect(body).toEqual({ content: { raw: 'a' }, excerpt: { rendered: '<p>a</p>\n' } })
})

test('a comment is rendered with links and emoji, a revision like its page', async () => {
  const { id } = cms.add('post', { content: 'a & b', commentStatus: 'open' })
  const comment = await cms.ask('admin', 'POST', '/cms/v2/comments', { post: id, content: 'www.a.org :)' })
  expect(comment.body).toMatchObject({
    content: { rendered: '<p><a href="http://www.a.org" rel="nofollow ugc">http://www.a.org</a> 🙂</p>\n' },
  })
  await cms.ask('admin', 'POST', `/cms/v2/posts/${id}`, { content: '"c"' })
  const { body } = await cms.ask('admin', 'GET', `/cms/v2/posts/${id}/revisions`)
  expect(body).toMatchObject([{ content: { rendered: '<p>&#8220;c&#8221;</p>\n' } }])
})
