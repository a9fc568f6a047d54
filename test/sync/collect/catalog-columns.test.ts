import { expect } from 'vitest'
import type { FieldMap } from '../../../src/core/mapping/field-map.ts'
import { recordId } from '../../../src/core/record/record.ts'
import { mappedTypes, openTerms, rowOf, type MappedPage } from '../../helpers/sync/mapped-site.ts'
import { apply, plan, snapshotOf, sync } from '../../helpers/sync/sync-run.ts'
import { withMirror } from '../../helpers/sync/with-mirror.ts'

const column = (name: string) => ({ source: { kind: 'column' as const, column: name } })

const map: FieldMap = {
  rows: [
    rowOf('meta.gtin', 'gtin', column('shelf')),
    rowOf('terms.product_cat', 'gtin', { ...column('category'), as: 'list', owner: 'shared' }),
    rowOf('menu_order', 'gtin', { ...column('rank'), as: 'integer' }),
  ],
}

const test = withMirror({
  gtins: 2,
  types: mappedTypes,
  mirror: { map, policy: { maxUpdateShare: 1 } },
})
  .extend('page', ({ stage, key }) => async () => {
    const page = await stage.editor.page(key)
    return page as typeof page & MappedPage
  })
  .extend('terms', ({ stage }) => openTerms(stage))
  .extend('list', ({ mirror, key }) => (columns: Record<string, string>) => {
    for (const gtin of mirror.listed) mirror.columns.set(gtin, { shelf: '', category: '', rank: '' })
    mirror.columns.set(key.gtin, columns)
  })

const first = { shelf: 'A1', category: 'Tapes > Roof | New', rank: '7' }

test('columns of the catalogue fill fields, and a second run writes nothing', async ({
  stage,
  mirror,
  page,
  terms,
  list,
}) => {
  list(first)
  await sync(mirror)
  const { meta, menu_order: rank, product_cat: ids } = await page()
  expect([meta['gtin'], rank]).toEqual(['A1', 7])
  expect(await terms.namesOf('product_cat', ids)).toEqual(['Roof', 'New'])
  await stage.mock.zeroStats()
  expect((await sync(mirror)).run.counts).toMatchObject({ unchanged: 2 })
  expect(await stage.mock.stats()).toMatchObject({ cmsWrites: { total: 0 } })
})

test('a changed cell updates its page although the partner’s product is unchanged', async ({
  mirror,
  key,
  page,
  list,
}) => {
  list(first)
  await sync(mirror)
  list({ ...first, shelf: 'B2' })
  const { run, outcomes } = await sync(mirror)
  expect(run.counts).toMatchObject({ updated: 1, unchanged: 1 })
  expect([...outcomes.values()]).toContainEqual(expect.objectContaining({ ...key, fields: ['catalog'] }))
  expect((await page()).meta).toMatchObject({ gtin: 'B2' })
  expect((await snapshotOf(mirror, key)).product.catalog).toEqual([
    { name: 'category', value: first.category },
    { name: 'rank', value: '7' },
    { name: 'shelf', value: 'B2' },
  ])
})

test('a column that disappears keeps its values, and the run names it', async ({ mirror, page, list }) => {
  list(first)
  await sync(mirror)
  const others = { shelf: 'C3', rank: '8' }
  for (const gtin of mirror.listed) mirror.columns.set(gtin, others)
  const { run } = await sync(mirror)
  expect(run.notes).toContainEqual({ code: 'column-missing', column: 'category' })
  const { meta, menu_order: rank, product_cat: ids } = await page()
  expect([meta['gtin'], rank, ids.length]).toEqual(['C3', 8, 2])
})

test('a column that one entry omits keeps its value, and an empty one is emptied', async ({
  mirror,
  key,
  page,
  list,
}) => {
  list(first)
  await sync(mirror)
  for (const gtin of mirror.listed) mirror.columns.set(gtin, { ...first, shelf: 'B2' })
  mirror.columns.set(key.gtin, { rank: '8', category: '' })
  const { run } = await sync(mirror)
  expect(run.notes).toEqual([{ code: 'column-omitted', column: 'shelf', products: 1, gtin: key.gtin }])
  const { meta, menu_order: rank, product_cat: ids } = await page()
  expect([meta['gtin'], rank, ids]).toEqual(['A1', 8, []])
})

test('a number that cannot be read is left out and reported', async ({ mirror, key, page, list }) => {
  list({ ...first, rank: '12,5' })
  const { runId } = await plan(mirror)
  expect((await mirror.runs.read(runId))?.oddities).toEqual([
    {
      phrase: 'catalog.rank "12,5" is not a whole number and is left out of menu_order',
      records: 1,
      example: recordId(key),
    },
  ])
  await apply(mirror, runId)
  expect((await page()).menu_order).toBe(0)
})

test('a product whose row cannot be read keeps its values', async ({ mirror, key, page, list }) => {
  list(first)
  await sync(mirror)
  list(first)
  mirror.columns.delete(key.gtin)
  const { run } = await sync(mirror)
  expect(run.counts).toMatchObject({ unchanged: 2 })
  expect(run.notes).toContainEqual({ code: 'column-omitted', column: 'shelf', products: 1, gtin: key.gtin })
  expect((await page()).meta).toMatchObject({ gtin: 'A1' })
})

test('a column that no run has read ends the run before a write', async ({ stage, mirror }) => {
  for (const gtin of mirror.listed) mirror.columns.set(gtin, { shelve: 'A1', category: '', rank: '' })
  await stage.mock.zeroStats()
  await expect(sync(mirror)).rejects.toThrow(
    'The catalogue has no column shelf, which MAP names as catalog.shelf. Did you mean shelve?',
  )
  expect(await stage.mock.stats()).toMatchObject({ cmsWrites: { total: 0 } })
})

test('a damaged stored value is read again from the catalogue', async ({
  stage,
  mirror,
  key,
  page,
  list,
}) => {
  list(first)
  await sync(mirror)
  await stage.redis.hset(mirror.keys.catalogColumns, key.gtin, '{')
  expect((await sync(mirror)).run.counts).toMatchObject({ unchanged: 2 })
  expect((await page()).meta).toMatchObject({ gtin: 'A1' })
})
