import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Outcome } from '../../../src/core/run/change.ts'
import { createStores } from '../../../src/store/stores.ts'
import { countOutcomes, countOutside } from '../../../src/sync/runs/count-outcomes.ts'
import { openTestStore, type TestStore } from '../../store/open-test-store.ts'

let store: TestStore
beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())

test('a written record that keeps an editor’s change counts as updated, and its edit apart from that', async () => {
  const stores = createStores(store.redis, store.freshKeys(), { claimMs: 0 })
  const outcomes = (
    [
      { result: 'updated' },
      { result: 'updated', kept: ['inner'] },
      { result: 'kept', kept: ['title'] },
      { result: 'kept', reasons: [{ code: 'trashed' }] },
    ] as const
  ).map((one, index) => ({ gtin: `400638133393${index}`, language: 'de-de', ...one }) as Outcome)
  await stores.runs.saveOutcomes('2026-11-20-1', outcomes)
  expect(await countOutcomes(stores, '2026-11-20-1')).toMatchObject({
    failed: 0,
    updated: 2,
    kept: 2,
    keptEdits: 1,
  })
})

test('outcomes of products and languages that are no longer listed are outside, unless the catalogue is lost', async () => {
  const stores = createStores(store.redis, store.freshKeys(), { claimMs: 0 })
  const run = { id: '2026-11-20-1', languages: ['de-de'], scope: {} }
  const [listed, gone] = ['4006381333931', '4006381333948']
  await stores.runs.saveOutcomes(run.id, [
    { gtin: listed, language: 'de-de', result: 'updated' },
    { gtin: listed, language: 'en-gb', result: 'retired' },
    { gtin: gone, language: 'de-de', result: 'held' },
  ])
  expect(await countOutside(stores, run)).toEqual({ all: 0, others: 0 })
  // A run of products that are all delisted has an empty catalogue.
  expect(await countOutside(stores, { ...run, scope: { gtins: [gone] } })).toEqual({ all: 3, others: 2 })
  await stores.runs.saveCatalog(run.id, [listed])
  expect(await countOutside(stores, run)).toEqual({ all: 2, others: 1 })
})
