import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { gtinAt } from '../../../src/mock/seed/gtins.ts'
import { type Client, jsonOf, openClient } from '../faults/client.ts'

let client: Client

beforeAll(async () => {
  client = await openClient()
})
afterAll(() => client.close())
beforeEach(async () => {
  await client.mock.reset()
  await client.batch([0, 1, 2, 3].map(pageOf))
})

const slugOf = (index: number): string => `gtin-${gtinAt(index)}-de-de`

function groupOf(index: number): string {
  const marks = `product-mirror gtin-${gtinAt(index)} lang-de-de`
  const attributes = `{"templateLock":"contentOnly","lock":{"move":true,"remove":true},"className":"${marks}"}`
  const inner = `<!-- wp:paragraph -->\n<p>Text ${index}</p>\n<!-- /wp:paragraph -->`
  return `<!-- wp:group ${attributes} -->\n<div class="wp-block-group ${marks}">${inner}</div>\n<!-- /wp:group -->`
}

const above = '<!-- wp:paragraph -->\n<p>Above</p>\n<!-- /wp:paragraph -->\n\n'
const below = '\n\n<!-- wp:paragraph -->\n<p>Below</p>\n<!-- /wp:paragraph -->'

function pageOf(index: number): Record<string, unknown> {
  const content = above + groupOf(index) + below
  return { slug: slugOf(index), title: `Product ${index}`, status: 'publish', content }
}

type Page = {
  id: number
  slug: string
  status: string
  author: number
  modified_gmt: string
  title: { raw: string }
  excerpt: { raw: string }
  content: { raw: string }
}

async function find(slug: string): Promise<Page | undefined> {
  const status = 'publish,draft,trash'
  const answer = await client.cms('GET', `/cms/v2/pages?slug=${slug}&status=${status}&context=edit`)
  return (JSON.parse(answer.text) as Page[])[0]
}

async function contentOf(index: number): Promise<string | undefined> {
  return (await find(slugOf(index)))?.content.raw
}

describe('an edit', () => {
  test('inside changes one text node of the mirrored block and nothing else', async () => {
    const page = slugOf(1)
    const { done } = await client.mock.edit({ do: 'edit-inside', page, text: 'Tom & Co' })
    expect(done).toMatchObject([
      { do: 'edit-inside', slug: page, ok: true, was: 'Text 1', text: 'Tom &amp; Co' },
    ])
    const changed = groupOf(1).replace('Text 1', 'Tom &amp; Co')
    expect(await contentOf(1)).toBe(above + changed + below)
  })

  test('outside adds a paragraph directly before or after the mirrored block', async () => {
    const page = (await find(slugOf(1)))?.id ?? 0
    await client.mock.edit(
      { do: 'edit-outside', page, where: 'before', text: 'B' },
      { do: 'edit-outside', page, where: 'after', text: 'A' },
    )
    const paragraph = (text: string) => `<!-- wp:paragraph -->\n<p>${text}</p>\n<!-- /wp:paragraph -->`
    expect(await contentOf(1)).toBe(`${above}${paragraph('B')}\n\n${groupOf(1)}\n\n${paragraph('A')}${below}`)
  })

  test('of title and excerpt does not change the content, and creates a revision of editor1', async () => {
    const page = slugOf(2)
    await client.mock.edit({ do: 'set-title', page, text: 'New' }, { do: 'set-excerpt', page })
    const found = await find(page)
    expect(found?.title.raw).toBe('New')
    expect(found?.excerpt.raw).toMatch(/^edited-/)
    expect(found?.content.raw).toBe(above + groupOf(2) + below)
    const revisions = JSON.parse(
      (await client.cms('GET', `/cms/v2/pages/${found?.id}/revisions`)).text,
    ) as unknown[]
    expect(revisions).toHaveLength(2)
  })
})

test('a page is trashed and restored, or deleted permanently', async () => {
  const page = slugOf(0)
  await client.mock.edit({ do: 'trash', page })
  expect(await find(page)).toBeUndefined()
  const { done } = await client.mock.edit(
    { do: 'restore', page: `${page}__trashed` },
    { do: 'restore', page },
  )
  expect(done).toMatchObject([{ ok: true }, { ok: false, reason: 'The page is not in the trash.' }])
  expect((await find(page))?.status).toBe('publish')
  await client.mock.edit({ do: 'delete', page })
  expect(await find(page)).toBeUndefined()
  expect(await find(`${page}__trashed`)).toBeUndefined()
})

test('a copy is a new page with the same content', async () => {
  const { done } = await client.mock.edit(
    { do: 'copy', page: slugOf(0) },
    { do: 'copy', page: slugOf(0), slug: 'mine' },
  )
  expect(done.map(({ copy }) => copy?.slug)).toEqual([`${slugOf(0)}-copy`, 'mine'])
  expect(await find('mine')).toMatchObject({
    status: 'publish',
    author: 2,
    content: { raw: above + groupOf(0) + below },
  })
})

test.each([
  ['duplicate-group', `${above}${groupOf(1)}\n\n${groupOf(1)}${below}`],
  ['unlock-group', above + groupOf(1).replace(/"templateLock".*?\},/, '') + below],
  ['remove-block', `${above.trimEnd()}${below}`],
  ['empty-block', above + groupOf(1).replace(/(<div[^>]*>)[^]*(?=<\/div>)/, '$1') + below],
] as const)('%s has the same result as in the editor', async (action, expected) => {
  expect(expected).not.toBe(pageOf(1)['content'])
  const { done } = await client.mock.edit({ do: action, page: slugOf(1) })
  expect(done).toMatchObject([{ do: action, ok: true }])
  expect((await contentOf(1))?.replace(/\n{3,}/g, '\n\n')).toBe(expected)
})

test('an autosave is newer than the page, which does not change', async () => {
  const { done } = await client.mock.edit({ do: 'autosave', page: slugOf(3), text: 'Half' })
  expect(await contentOf(3)).toBe(pageOf(3)['content'])
  const saves = JSON.parse(
    (await client.cms('GET', `/cms/v2/pages/${done[0]?.page}/autosaves?context=edit`)).text,
  ) as Page[]
  expect(saves).toMatchObject([{ author: 2, title: { raw: 'Product 3' } }])
  expect(saves[0]?.content.raw).toContain('<p>Half</p>')
})

test('a stale save restores the content from when the page was opened', async () => {
  const page = slugOf(1)
  await client.mock.edit({ do: 'remember', page })
  const id = (await find(page))?.id
  await client.cms('POST', `/cms/v2/pages/${id}`, { title: 'Newer', content: 'newer' })
  const { done } = await client.mock.edit(
    { do: 'save-remembered', page },
    { do: 'save-remembered', page: slugOf(2) },
  )
  expect(done).toMatchObject([{ ok: true }, { ok: false, reason: expect.stringContaining('"remember"') }])
  expect(await find(page)).toMatchObject({ title: { raw: 'Newer' }, content: { raw: pageOf(1)['content'] } })
  await client.mock.reset()
  await client.batch([0, 1].map(pageOf))
  expect((await find(page))?.id).toBe(id)
  expect((await client.mock.edit({ do: 'save-remembered', page })).done).toMatchObject([{ ok: false }])
})

describe('pages without a name', () => {
  const work = { actions: [{ do: 'edit-inside', draw: 2 }, { do: 'set-title' }] }
  const run = async (seed: number) =>
    (await (
      await fetch(`${client.mock.origin}/__mock/editor`, {
        method: 'POST',
        body: JSON.stringify({ seed, ...work }),
      })
    ).json()) as { seed: number; done: { slug: string; text: string }[] }

  test('are drawn by the seed alone, independent of ids', async () => {
    const first = await run(7)
    expect(first.seed).toBe(7)
    expect(first.done).toHaveLength(3)
    expect(new Set(first.done.slice(0, 2).map(({ slug }) => slug)).size).toBe(2)
    await client.mock.reset()
    await client.batch([3, 1, 2, 0].map(pageOf))
    const told = ({ done }: typeof first) => done.map(({ slug, text }) => ({ slug, text }))
    expect(told(await run(7))).toEqual(told(first))
    const others = await Promise.all([8, 9, 10].map(async (seed) => JSON.stringify(told(await run(seed)))))
    expect(new Set([JSON.stringify(told(first)), ...others]).size).toBeGreaterThan(1)
  })

  test('are mirrored ones outside the trash', async () => {
    for (const index of [0, 1, 2]) await client.mock.edit({ do: 'trash', page: slugOf(index) })
    expect((await client.mock.edit({ do: 'remember', draw: 9 })).done).toMatchObject([{ slug: slugOf(3) }])
    await client.mock.edit({ do: 'remove-block', page: slugOf(3) })
    expect((await client.mock.edit({ do: 'trash' })).done).toMatchObject([{ ok: false, page: null }])
  })
})

test('a failed action is reported, and the others are done', async () => {
  const { done } = await client.mock.edit(
    { do: 'edit-inside', page: 'nowhere' },
    { do: 'edit-inside', page: 99_999 },
    { do: 'unlock-group', page: 2 },
    { do: 'set-title', page: 2, text: 'Changed' },
  )
  expect(done.map(({ ok }) => ok)).toEqual([false, false, false, true])
  expect(done[0]?.reason).toContain('0 pages have the slug nowhere')
  expect(done[1]).toMatchObject({ page: 99_999, reason: expect.stringContaining('rest_post_invalid_id') })
  expect(done[2]).toMatchObject({ slug: 'sample-page', reason: 'The page holds no mirrored block.' })
})

test('rules for the network do not affect or count the bot, but the oddities of WordPress do', async () => {
  await client.mock.faults([
    { side: 'cms', kind: 'status', status: 503 },
    { side: 'cms', kind: 'oddity', name: 'filtered-html' },
  ])
  const before = await client.mock.stats()
  await client.mock.edit({ do: 'edit-outside', page: slugOf(0) })
  const after = await client.mock.stats()
  expect(after.cmsWrites).toEqual(before.cmsWrites)
  expect(after.totals).toEqual(before.totals)
  await client.mock.clearFaults()
  const page = jsonOf(await client.cms('POST', '/cms/v2/pages', { content: '<p><iframe></iframe>x</p>' }))
  await client.mock.faults([{ side: 'cms', kind: 'oddity', name: 'filtered-html' }])
  await client.mock.edit({ do: 'edit-outside', page: page['id'] as number, text: 'y' })
  const { content } = jsonOf(
    await client.cms('GET', `/cms/v2/pages/${page['id'] as number}?context=edit`),
  ) as Page
  expect(content.raw).toMatch(/^<p>x<\/p>/)
})
