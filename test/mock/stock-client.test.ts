import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import WPAPI from 'wpapi'
import { z } from 'zod'
import { createMockServer, type MockServer } from '../../src/mock/create-mock-server.ts'

// This WordPress client on npm builds itself from the index, whatever the namespaces are called. The overrides in
// package.json pin its HTTP library to a maintained version.

type Resource = () => WPAPI.WPRequest

const Item = z.looseObject({ id: z.int() })
const Rendered = z.looseObject({ rendered: z.string() })
const List = z.array(Item)
const Paging = z.object({
  total: z.coerce.number(),
  totalPages: z.coerce.number(),
  next: z.instanceof(Object).optional(),
})

let mock: MockServer
let site: WPAPI

beforeAll(async () => {
  mock = await createMockServer({ gtins: 1, languages: 'de-de' })
  const index = (await (await fetch(`${mock.cmsUrl}/`)).json()) as { routes: WPAPI.Routes }
  const { name, password } = mock.users.admin
  site = new WPAPI({
    endpoint: mock.cmsUrl,
    routes: index.routes,
    username: name,
    password,
  }).namespace('cms/v2')
})
afterAll(() => mock.close())
beforeEach(() => mock.reset())

const resources: [string, { of: () => Resource; make: object; change: object; shown: object }][] = [
  [
    'pages',
    {
      of: () => () => site.pages(),
      make: { title: 'First', content: 'One', status: 'publish', slug: 'first' },
      change: { title: 'Second' },
      shown: { title: { rendered: 'Second' }, slug: 'first', status: 'publish' },
    },
  ],
  [
    'posts',
    {
      of: () => () => site.posts(),
      make: { title: 'First', content: 'One', status: 'publish', categories: [11] },
      change: { title: 'Second', sticky: true },
      shown: { title: { rendered: 'Second' }, categories: [11], sticky: true },
    },
  ],
  [
    'comments',
    {
      of: () => () => site.comments(),
      make: { post: 1, content: 'One' },
      change: { content: 'Two' },
      shown: { post: 1, content: { rendered: '<p>Two</p>\n' }, status: 'approved' },
    },
  ],
  [
    'menu items',
    {
      of: () => menuItems,
      make: { title: 'First', url: 'https://example.org/', status: 'publish', menus: 15 },
      change: { title: 'Second', menu_order: 2 },
      shown: { title: { rendered: 'Second' }, menus: 15, menu_order: 2, url: 'https://example.org/' },
    },
  ],
]

/** The handler that the client derived from the route `/menu-items`. */
function menuItems(): WPAPI.WPRequest {
  const made: Resource = site['menu-items']
  return made.call(site)
}

describe.each(resources)('the stock client, on %s', (_name, { of, make, change, shown }) => {
  const one = (id: number): WPAPI.WPRequest => of()().id(id)

  test('creates, reads, updates and deletes one', async () => {
    const { id } = Item.parse(await of()().create(make))
    await one(id).update(change)
    expect(await one(id).get()).toMatchObject({ id, ...shown })
    expect(await one(id).delete({ force: true })).toMatchObject({ deleted: true, previous: { id } })
    await expect(one(id).get()).rejects.toMatchObject({ data: { status: 404 } })
  })

  test('follows the links through the pages of a list', async () => {
    const made: number[] = []
    for (let number = 1; number <= 5; number++)
      made.push(Item.parse(await of()().create({ ...make, ...unlike(make, number) })).id)
    const seen: number[] = []
    const lists = walk(of()().param({ include: made, orderby: 'id', order: 'asc' }).perPage(2))
    for await (const { ids, total, totalPages } of lists) {
      expect({ total, totalPages }).toEqual({ total: 5, totalPages: 3 })
      expect(ids.length).toBeLessThanOrEqual(2)
      seen.push(...ids)
    }
    expect(seen).toEqual(made)
  })
})

/** Follows the links that the client found in the headers. */
async function* walk(request: WPAPI.WPRequest) {
  for (let step: WPAPI.WPRequest | undefined = request; step !== undefined;) {
    const answer: object = await step.get()
    const ids = List.parse(answer).map(({ id }) => id)
    const { next, ...totals } = Paging.parse(Reflect.get(answer, '_paging'))
    yield { ids, ...totals }
    step = next as WPAPI.WPRequest | undefined
  }
}

/** WordPress rejects comments with equal text as duplicates. */
function unlike(make: object, number: number): object {
  return 'post' in make ? { content: `Number ${number}` } : {}
}

test('the stock client uploads an image, describes it, finds it and deletes it', async () => {
  const file = join(import.meta.dirname, '..', 'conformance', 'fixtures', 'a.png')
  const created: unknown = await site
    .media()
    .file(file, 'roll.png')
    .create({ title: 'Roll', alt_text: 'A roll' })
  const { id } = Item.parse(created)
  expect(created).toMatchObject({ alt_text: 'A roll', media_type: 'image', mime_type: 'image/png' })
  await site.media().id(id).update({ caption: 'On its side' })
  const read = await site.media().id(id).get()
  expect(z.looseObject({ caption: Rendered }).parse(read).caption.rendered).toContain('On its side')
  expect(List.parse(await site.media().search('roll').get()).map((item) => item.id)).toEqual([id])
  await site.media().id(id).delete({ force: true })
  await expect(site.media().id(id).get()).rejects.toMatchObject({ code: 'rest_post_invalid_id' })
})

test('a page deleted without force is in the trash, and the client reads its revisions before', async () => {
  const { id } = Item.parse(await site.pages().create({ title: 'One', status: 'publish' }))
  await site.pages().id(id).update({ title: 'Two' })
  await site.pages().id(id).update({ title: 'Three' })
  expect(List.parse(await site.pages().id(id).revisions().get())).toHaveLength(2)
  expect(await site.pages().id(id).delete()).toMatchObject({ id, status: 'trash' })
})

test('the client gets errors with their code', async () => {
  await expect(site.pages().perPage(101).get()).rejects.toMatchObject({ code: 'rest_invalid_param' })
  await expect(site.pages().id(4711).get()).rejects.toMatchObject({
    code: 'rest_post_invalid_id',
    data: { status: 404 },
  })
})
