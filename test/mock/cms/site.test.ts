import sharp from 'sharp'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { basic, serveCms } from './serve.ts'

const cms = await serveCms()
beforeEach(() => cms.reset())
afterAll(() => cms.close())

async function upload(): Promise<{ id: number; source_url: string; medium: string }> {
  const payload = await sharp({ create: { width: 400, height: 300, channels: 3, background: 'red' } })
    .jpeg()
    .toBuffer()
  const { json } = await cms.call({
    method: 'POST',
    url: '/api/rest/cms/v2/media',
    headers: {
      authorization: basic('admin'),
      'content-type': 'image/jpeg',
      'content-disposition': 'attachment; filename="red.jpg"',
    },
    payload,
  })
  const { id, source_url, media_details } = json as {
    id: number
    source_url: string
    media_details: { sizes: { medium: { source_url: string } } }
  }
  return { id, source_url, medium: media_details.sizes.medium.source_url }
}

async function pages(count: number, parent = 0): Promise<void> {
  for (let from = 0; from < count; from += 25) {
    const requests = Array.from({ length: Math.min(25, count - from) }, (_, index) => ({
      path: '/cms/v2/pages?_fields=id',
      body: { title: `Page ${from + index}`, status: 'publish', parent },
    }))
    await cms.rest('admin', 'POST', '/batch/v1', { requests })
  }
}

test('a featured image is shown, unless the content contains it in any size', async () => {
  const { id, source_url, medium } = await upload()
  for (const [slug, content, shown] of [
    ['a', '<p>text</p>', true],
    ['b', `<img src="${source_url}">`, false],
    ['c', `<img src="${medium}">`, false],
    ['d', `<figure><img class="wp-image-${id}" src="/elsewhere.jpg"></figure>`, false],
    ['e', `<img class="wp-image-${id}0" src="/elsewhere.jpg">`, true],
  ] as const) {
    const body = { slug, title: slug, content, status: 'publish', featured_media: id }
    await cms.rest('admin', 'POST', '/cms/v2/pages', body)
    const { text } = await cms.visit(`/${slug}/`)
    expect({ slug, shown: text.includes('<img class="featured"') }).toEqual({ slug, shown })
  }
})

test('the home page lists 100 rows per page, with links between its pages', async () => {
  await pages(150)
  const first = (await cms.visit('/')).text
  expect(first.match(/class="card"/g)).toHaveLength(100)
  expect(first).toContain('<a rel="next" href="http://cms.test/page/2/">Next</a>')
  expect(first).not.toContain('rel="prev"')
  const second = (await cms.visit('/page/2/')).text
  // The sample page and the first post are last.
  expect(second.match(/class="card"/g)).toHaveLength(52)
  expect(second).toContain('<a rel="prev" href="http://cms.test/">Previous</a> · Page 2 of 2')
  for (const path of ['/page/3/', '/page/0/', '/page/x/'])
    expect(await cms.visit(path)).toMatchObject({ status: 404 })
})

test('the list of child pages is paged; a short list has no links', async () => {
  expect((await cms.visit('/sample-page/')).text).not.toContain('aria-label="Pages"')
  await pages(101, 2)
  expect((await cms.visit('/sample-page/')).text).toContain('href="http://cms.test/sample-page/?list=2"')
  expect((await cms.visit('/sample-page/?list=2')).text.match(/class="card"/g)).toHaveLength(1)
  expect(await cms.visit('/sample-page/?list=3')).toMatchObject({ status: 404 })
  expect(await cms.visit('/?page_id=2&list=2')).toMatchObject({ status: 200 })
})
