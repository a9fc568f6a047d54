import { Redis } from 'ioredis'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { startTestRedis } from '../helpers/world/redis.ts'
import { openStage, type Stage } from './mirror/stage.ts'

// The tests depend on each other and share one site. Each starts with the state that the previous one left.

type Row = { id: number; slug: string; link: string }
type State = { state: string; pageId: number; edited: string[] }

const languages = ['de-de', 'en-gb', 'fr-fr']
// One request for the newest changes, and one for the URLs of a few pages.
const oneLook = { cmsReads: 2, cmsBatches: 0, cmsOther: 0 }

let stage: Stage
let server: Awaited<ReturnType<typeof startTestRedis>>
let redis: Redis
let gtins: string[]

beforeAll(async () => {
  ;[stage, server] = await Promise.all([openStage({ gtins: 5, languages }), startTestRedis()])
  redis = new Redis(server.connection)
  gtins = await stage.partner.gtins()
  await stage.setCatalog(gtins)
})
afterAll(async () => {
  redis?.disconnect()
  await Promise.all([stage?.close(), server?.close()])
})

const sync = (env: Record<string, string> = {}) => stage.sync({ REDIS_URL: server.url, ...env })

async function statesIn(mirror = 'default'): Promise<Record<string, State>> {
  const stored = await redis.hgetall(`pm:${mirror}:page-states`)
  return Object.fromEntries(Object.entries(stored).map(([id, text]) => [id, JSON.parse(text) as State]))
}

async function idOf(gtin: string | undefined, language: string, type = 'pages'): Promise<number> {
  const [row] = await stage.rest<Row[]>('GET', `/${type}?slug=gtin-${gtin}-${language}&_fields=id`)
  return row?.id ?? 0
}

/** The languages whose public page links to the product's page in this language. */
async function linkedBy(gtin: string | undefined, language: string): Promise<string[]> {
  const pages = await stage.site.pages()
  return languages.filter((other) => {
    const page = pages.find(({ slug }) => slug.startsWith(`gtin-${gtin}-${other}`))
    return other !== language && page?.content.includes(`gtin-${gtin}-${language}/`) === true
  })
}

async function isListed(gtin: string | undefined, language: string): Promise<boolean> {
  const pages = await stage.site.pages()
  return pages.find(({ slug }) => slug === language)?.content.includes(`/gtin-${gtin}-${language}/"`) === true
}

test('a run after the first one checks for changed pages with two requests, and finds none', async () => {
  expect(await sync()).toMatchObject({ exitCode: 0, created: 15 })
  const before = await stage.site.everyRow()
  expect(await sync()).toMatchObject({ exitCode: 0, unchanged: 15, requests: oneLook })
  expect(await stage.site.everyRow()).toEqual(before)
  expect(await statesIn()).toEqual({})
})

test('a trashed page is neither linked nor listed after the next run, and is again after it was restored', async () => {
  const [gtin] = gtins
  const id = await idOf(gtin, 'en-gb')
  expect(await linkedBy(gtin, 'en-gb')).toEqual(['de-de', 'fr-fr'])
  expect(await isListed(gtin, 'en-gb')).toBe(true)
  await stage.rest('DELETE', `/pages/${id}`)
  expect(await sync()).toMatchObject({ exitCode: 0, updated: 2, unchanged: 13 })
  expect(await statesIn()).toMatchObject({ [`${gtin}/en-gb`]: { state: 'trashed', pageId: id } })
  expect(await linkedBy(gtin, 'en-gb')).toEqual([])
  expect(await isListed(gtin, 'en-gb')).toBe(false)
  expect(await sync()).toMatchObject({ exitCode: 0, requests: oneLook })

  await stage.rest('POST', `/pages/${id}`, { status: 'publish' })
  expect(await sync()).toMatchObject({ exitCode: 0, updated: 2 })
  expect(await statesIn()).toEqual({})
  expect(await linkedBy(gtin, 'en-gb')).toEqual(['de-de', 'fr-fr'])
  expect(await isListed(gtin, 'en-gb')).toBe(true)
})

test('an edited page and a draft get their states, and lose them when the changes are reverted', async () => {
  const [, first, second] = gtins
  const [edited, hidden] = [await idOf(first, 'de-de'), await idOf(second, 'fr-fr')]
  const page = await stage.site.pageAt(`gtin-${first}-de-de`)
  await stage.rest('POST', `/pages/${edited}`, { title: 'Vom Redakteur' })
  await stage.rest('POST', `/pages/${hidden}`, { status: 'draft' })
  expect(await sync()).toMatchObject({ exitCode: 0, updated: 2 })
  expect(await statesIn()).toMatchObject({
    [`${first}/de-de`]: { state: 'edited', pageId: edited, edited: ['title'] },
    [`${second}/fr-fr`]: { state: 'hidden', pageId: hidden, edited: [] },
  })
  expect(await linkedBy(second, 'fr-fr')).toEqual([])
  await stage.rest('POST', `/pages/${edited}`, { title: page.title })
  await stage.rest('POST', `/pages/${hidden}`, { status: 'publish' })
  expect(await sync()).toMatchObject({ exitCode: 0, updated: 2 })
  expect(await statesIn()).toEqual({})
})

test('a permanently deleted page is detected by the number of pages', async () => {
  const [, , , gtin] = gtins
  const id = await idOf(gtin, 'de-de')
  await stage.rest('DELETE', `/pages/${id}?force=true`)
  expect(await sync()).toMatchObject({ exitCode: 0, created: 0, updated: 2 })
  expect(await statesIn()).toMatchObject({ [`${gtin}/de-de`]: { state: 'deleted', pageId: id } })
  expect(await linkedBy(gtin, 'de-de')).toEqual([])
  expect(await sync()).toMatchObject({ exitCode: 0, requests: oneLook })
})

test('changes of posts are detected, too', async () => {
  const posts = { CMS_TYPE: 'posts', MIRROR_ID: 'posts' }
  expect(await sync(posts)).toMatchObject({ exitCode: 0, created: 15 })
  // The listings have entries of the other mirror, which stay until a whole sync has ended.
  expect(await sync(posts)).toMatchObject({ exitCode: 0, unchanged: 15 })
  // Products and their parents have different types.
  expect(await sync(posts)).toMatchObject({ exitCode: 0, requests: { ...oneLook, cmsReads: 3 } })
  const [gtin] = gtins
  const id = await idOf(gtin, 'en-gb', 'posts')
  await stage.rest('DELETE', `/posts/${id}`)
  expect(await sync(posts)).toMatchObject({ exitCode: 0, updated: 2 })
  expect(await statesIn('posts')).toMatchObject({ [`${gtin}/en-gb`]: { state: 'trashed', pageId: id } })
})
