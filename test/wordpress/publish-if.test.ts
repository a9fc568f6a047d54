import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStage, type Stage } from './mirror/stage.ts'

// The tests depend on each other and share one site. Each starts with the state that the previous one left.

let stage: Stage
let gtins: string[]
let env: Record<string, string>
beforeAll(async () => {
  stage = await openStage({ gtins: 4, languages: ['de-de'] })
  gtins = await stage.partner.gtins()
  await stage.setCatalog(gtins)
  const MAP = join(stage.engine.siteFolder, 'map.yaml')
  await writeFile(MAP, 'publish_if: [ price ]\nfields: {}\n')
  env = { MAP, GUARD_MAX_UPDATE_SHARE: '1' }
  for (const gtin of gtins) await stage.partner.patchProduct(gtin, 'de-de', { price: null })
})
afterAll(() => stage?.close())

const statuses = async (): Promise<string[]> => (await pages()).map(({ status }) => status)

async function pages() {
  const found = await stage.site.pages()
  return gtins.map((gtin) => {
    const page = found.find(({ slug }) => slug === `gtin-${gtin}-de-de`)
    if (page === undefined) throw new Error(`no page of ${gtin}`)
    return page
  })
}

test('products without a price are drafts, one that an editor saved stays ours, and a second sync writes nothing', async () => {
  expect(await stage.sync(env)).toMatchObject({ exitCode: 0, state: 'done', created: 4, failed: 0 })
  expect(await statuses()).toEqual(['draft', 'draft', 'draft', 'draft'])
  expect(await stage.sync(env)).toMatchObject({ exitCode: 0, unchanged: 4 })
  const [first, second] = await pages()
  await stage.rest('POST', `/pages/${first?.id}`, { title: 'Edited' })
  await stage.rest('POST', `/pages/${second?.id}`, { status: 'publish' })
  await stage.rest('POST', `/pages/${second?.id}`, { status: 'draft', date: '2026-01-02T03:04:05' })
})

test('a draft that an editor made private for a time between two runs is not published', async () => {
  const [, , , id] = (await pages()).map((page) => page.id)
  const save = (fields: object) =>
    stage.rest<{ date_gmt: string; modified_gmt: string }>('POST', `/pages/${id}`, fields)
  await save({ status: 'private' })
  let saved = await save({ status: 'draft' })
  // Times have whole seconds.
  while (saved.modified_gmt === saved.date_gmt) saved = await save({ title: 'Edited' })
  await stage.partner.patchProduct(gtins[3] ?? '', 'de-de', { price: '9.50' })
  expect(await stage.sync(env)).toMatchObject({ exitCode: 0, updated: 1, unchanged: 3 })
  expect(await statuses()).toEqual(['draft', 'draft', 'draft', 'draft'])
})

test('after a loss of Redis data, drafts that never were public are published with the price, others stay', async () => {
  await stage.loseRedis()
  const rebuilt = await stage.spawn(['rebuild', '--json'], env).ended
  expect(rebuilt.code).toBe(0)
  for (const gtin of gtins) await stage.partner.patchProduct(gtin, 'de-de', { price: '9.50' })
  const report = await stage.sync(env)
  expect(report).toMatchObject({ exitCode: 0, state: 'done', created: 0, failed: 0 })
  expect(await statuses()).toEqual(['publish', 'draft', 'publish', 'draft'])
  expect((await pages())[0]?.title).toBe('Edited')
  expect(await stage.sync(env)).toMatchObject({ exitCode: 0, updated: 0 })
})
