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

const block = (classes: string, inner = '<!-- wp:paragraph -->\n<p>Text</p>\n<!-- /wp:paragraph -->') =>
  `<!-- wp:group {"className":"${classes}"} -->\n<div class="wp-block-group ${classes}">${inner}</div>\n<!-- /wp:group -->`

async function publish(body: Record<string, unknown>): Promise<number> {
  const { json } = await cms.rest('admin', 'POST', '/cms/v2/pages', { status: 'publish', ...body })
  return (json as { id: number }).id
}

test.each([
  ['its mirrored block', { content: block('product-mirror gtin-4006381333931 lang-de-at') }, 'de-at', 'ltr'],
  [
    'a mirrored block with other classes',
    { content: block('mine product-mirror x lang-ar-ae y') },
    'ar-ae',
    'rtl',
  ],
  ['its slug', { slug: 'gtin-4006381333931-he-il' }, 'he-il', 'rtl'],
  ['a slug that is a language', { slug: 'fr-fr' }, 'fr-fr', 'ltr'],
  ['nothing, which means English', { slug: 'about-us', content: block('lang-de-at') }, 'en', 'ltr'],
  ['a damaged block, which means English', { content: block('product-mirror lang-x1') }, 'en', 'ltr'],
])('a page has the language and direction of %s', async (_, body, language, direction) => {
  const id = await publish({ title: 'Page', ...body })
  const { text } = await cms.visit(`/?page_id=${id}`)
  expect(text).toContain(`<html lang="${language}" dir="${direction}">`)
})

test('a page without a language has that of the page above', async () => {
  const parent = await publish({
    title: 'عربي',
    slug: 'arabic',
    content: block('product-mirror mirror-language lang-ar'),
  })
  const id = await publish({ title: 'Below', parent })
  expect((await cms.visit(`/?page_id=${id}`)).text).toContain('<html lang="ar" dir="rtl">')
})

test('menus have the pages at the top and those of the section, breadcrumbs the pages above', async () => {
  const root = await publish({ title: 'Products', slug: 'products' })
  const german = await publish({ title: 'Deutsch', slug: 'de-de', parent: root })
  const english = await publish({ title: 'English', slug: 'en-gb', parent: root })
  await cms.rest('admin', 'POST', '/cms/v2/pages', { title: 'Draft', parent: root })
  const tape = await publish({ title: 'Band', slug: 'band', parent: german })
  const { text } = await cms.visit(`/?page_id=${tape}`)
  const linksIn = (label: string) => {
    const [, menu = ''] = new RegExp(`<nav[^>]* aria-label="${label}">([^]*?)</nav>`).exec(text) ?? []
    return [...menu.matchAll(/<a href="http:\/\/cms\.test([^"]*)"([^>]*)>([^<]*)</g)].map(
      ([, path, attributes, title]) => [title, path, attributes?.trim()],
    )
  }
  expect(linksIn('Main')).toEqual([
    ['Sample Page', '/sample-page/', 'lang="en" dir="ltr"'],
    ['Products', '/products/', 'lang="en" dir="ltr" aria-current="true"'],
  ])
  expect(linksIn('Section')).toEqual([
    ['Deutsch', '/products/de-de/', 'lang="de-de" dir="ltr" aria-current="true"'],
    ['English', '/products/en-gb/', 'lang="en-gb" dir="ltr"'],
  ])
  expect(linksIn('Breadcrumb')).toEqual([
    ['Products', '/products/', 'lang="en" dir="ltr"'],
    ['Deutsch', '/products/de-de/', 'lang="de-de" dir="ltr"'],
  ])
  expect((await cms.visit(`/?page_id=${english}`)).text).toContain('aria-current="page">English<')
})

test('menus of a large site are short', async () => {
  await pages(50)
  await pages(50, 2)
  const { text } = await cms.visit('/sample-page/')
  const [, menu = ''] = /aria-label="Main">([^]*?)<\/nav>/.exec(text) ?? []
  expect(menu.match(/<li>/g)).toHaveLength(8)
  expect(text).not.toContain('aria-label="Section"')
})

test('images have their dimensions, in content, above it and on cards', async () => {
  const { id, source_url, medium } = await upload()
  const image = (url: string) =>
    `<figure class="wp-block-image"><img src="${url}" alt="" class="wp-image-${id}"/></figure>`
  const sized = `<img src="${medium}" alt="" width="9" height="9" class="wp-image-${id}"/>`
  const unknown = `<img src="/elsewhere.jpg" alt="" class="wp-image-${id}"/>`
  await publish({
    slug: 'inside',
    title: 'A',
    content: image(source_url) + image(medium) + sized + unknown,
    featured_media: id,
  })
  await publish({ slug: 'above', title: 'B', featured_media: id })
  const dimensionsIn = async (path: string) =>
    [...(await cms.visit(path)).text.matchAll(/<img[^>]*>/g)].map(([tag]) =>
      ['width', 'height'].map((name) => new RegExp(` ${name}="(\\d+)"`).exec(tag)?.[1]).join(' × '),
    )
  expect(await dimensionsIn('/inside/')).toEqual(['400 × 300', '300 × 225', '9 × 9', ' × '])
  expect(await dimensionsIn('/above/')).toEqual(['400 × 300'])
  expect(await dimensionsIn('/')).toEqual(['300 × 225', '300 × 225'])
})

test('pages below are listed, unless the content links to all of them', async () => {
  const parent = await publish({ title: 'List', slug: 'list' })
  await publish({ title: 'One', slug: 'one', parent })
  await publish({ title: 'Two', slug: 'two', parent })
  const cards = async () => (await cms.visit('/list/')).text.match(/class="card"/g)?.length
  const link = (slug: string) => `<a href="http://cms.test/list/${slug}/">x</a>`
  await cms.rest('admin', 'POST', `/cms/v2/pages/${parent}`, { content: link('one') })
  expect(await cards()).toBe(2)
  await cms.rest('admin', 'POST', `/cms/v2/pages/${parent}`, { content: link('one') + link('two') })
  expect(await cards()).toBeUndefined()
})
