import { expect } from 'vitest'
import type { SlugTemplate } from '../../../src/core/mapping/page-slug.ts'
import { sync } from '../../helpers/sync/sync-run.ts'
import { verify } from '../../helpers/sync/verify-run.ts'
import { withMirror } from '../../helpers/sync/with-mirror.ts'

const nameAndGtin: SlugTemplate = [{ field: 'name' }, '-', { field: 'gtin' }]

const test = withMirror({
  gtins: 2,
  languages: 'de-de,en-gb',
  mirror: { map: { slug: nameAndGtin, rows: [] } },
})
  .extend('rename', ({ stage, mirror }) => async (name: string) => {
    for (const gtin of mirror.listed) await stage.mock.patchProduct(gtin, '*', { name })
  })
  .extend('pages', ({ stage }) => async () => {
    const pages = await stage.editor.pages()
    return pages.filter(({ content }) => content.raw.includes('product-mirror gtin-'))
  })
  .extend('writesOf', ({ stage }) => async (work: () => Promise<unknown>) => {
    await stage.mock.zeroStats()
    await work()
    return (await stage.mock.stats()).cmsWrites.total
  })

test('the pages of a product have a slug in each language, and link each other from the first run on', async ({
  mirror,
  rename,
  pages,
  writesOf,
}) => {
  await rename('Größe')
  await sync(mirror)
  const found = await pages()
  const expected = mirror.listed.flatMap((gtin) => [`groesse-${gtin}-de-de`, `grosse-${gtin}-en-gb`])
  expect(found.map(({ slug }) => slug).toSorted()).toEqual(expected.toSorted())
  for (const { slug, content } of found) {
    const [gtin = ''] = /\d{13}/.exec(slug) ?? []
    const other = found.find((page) => page.slug !== slug && page.slug.includes(gtin))
    expect(content.raw).toContain(`href="${other?.link}"`)
  }
  expect(await writesOf(() => sync(mirror))).toBe(0)
  expect((await verify(mirror)).findings).toEqual([])
})

test('a new language is found after its name changed and its snapshots were lost', async ({
  stage,
  mirror,
  rename,
  pages,
  writesOf,
}) => {
  await rename('Band')
  await sync(mirror)
  const before = (await pages()).map(({ slug }) => slug)
  await rename('Rolle')
  await stage.redis.del(mirror.keys.heads('en-gb'), mirror.keys.bodies('en-gb'))
  await sync(mirror)
  expect((await pages()).map(({ slug }) => slug)).toEqual(before)
  for (const { content } of await pages()) expect(content.raw).not.toContain('/rolle-')
  await sync(mirror)
  expect(await writesOf(() => sync(mirror))).toBe(0)
})

test('a product that loses its snapshots in all languages costs one search', async ({
  stage,
  mirror,
  rename,
  pages,
}) => {
  await rename('Band')
  await sync(mirror)
  const [gtin = ''] = mirror.listed
  for (const language of ['de-de', 'en-gb']) await stage.redis.hdel(mirror.keys.heads(language), gtin)
  await rename('Rolle')
  await sync(mirror)
  expect((await pages()).map(({ slug }) => slug)).toEqual(
    expect.arrayContaining([`band-${gtin}-de-de`, `band-${gtin}-en-gb`]),
  )
  expect(await pages()).toHaveLength(4)
})
