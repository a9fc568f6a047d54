import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Change } from '../../../src/core/run/change.ts'
import type { Keys } from '../../../src/store/redis/keys.ts'
import { createStores, type Stores } from '../../../src/store/stores.ts'
import { readChanges, walkChanges } from '../../../src/sync/views/read-changes.ts'
import { walkPlanned } from '../../../src/sync/runs/walk-planned.ts'
import { productOf, snapshotOf } from '../../helpers/content/records.ts'
import { runOf } from '../../helpers/sync/runs.ts'
import { openTestStore, type TestStore } from '../../store/open-test-store.ts'

const language = 'de-de'
const wanted = { product: productOf(), digest: 'd' }
const changes: Change[] = [
  { gtin: '5', language, kind: 'create', ...wanted },
  { gtin: '3', language, kind: 'update', pageId: 3, fields: ['template'], ...wanted },
  { gtin: '9', language, kind: 'restore', pageId: 9, ...wanted },
  { gtin: '1', language, kind: 'retire', pageId: 1, reason: 'left the catalogue' },
  { gtin: '4', language, kind: 'revert', pageId: 4, undoes: 'earlier' },
]
const held = runOf('2026-11-20-1', { state: 'held' })

let store: TestStore
let keys: Keys
let stores: Stores
beforeAll(async () => {
  store = await openTestStore()
  keys = store.freshKeys()
  stores = createStores(store.redis, keys, { claimMs: 0 })
  await stores.plans.save(held.id, changes)
  await stores.runs.saveOutcomes(held.id, [
    { gtin: '2', language, result: 'held' },
    { gtin: '3', language, result: 'failed' },
  ])
})
afterAll(() => store.close())

const { signal } = new AbortController()
const keysOf = (...gtins: string[]) => gtins.map((gtin) => ({ gtin, language }))

test('of a waiting run the planned change counts, of any other the outcome', async () => {
  const read = async (run: typeof held) =>
    (await readChanges(stores, { run, mirror: undefined }, keysOf('3', '2', '1', '4', '8'), signal)).map(
      ({ gtin, what }) => `${gtin} ${what}`,
    )
  expect(await read(held)).toEqual(['3 update', '2 held', '1 retire'])
  expect(await read({ ...held, state: 'failed' })).toEqual(['3 failed', '2 held'])
})

test('a record whose replaced content or snapshot is damaged is shown without its content', async () => {
  const run = runOf('2026-11-20-2', { state: 'done' })
  const product = productOf()
  const written = ['6', '7', '8'].map((gtin) => ({
    outcome: { gtin, language, result: 'updated' as const, fields: ['price'] },
    snapshot: snapshotOf(productOf({ gtin })),
    replaced: { did: 'updated' as const, product },
  }))
  await stores.writes.commit(run.id, written)
  await store.redis.hset(keys.undo(run.id), `6/${language}`, 'damaged')
  await store.redis.hset(keys.bodies(language), '7', 'damaged')
  const read = await readChanges(stores, { run, mirror: undefined }, keysOf('6', '7', '8'), signal)
  expect(read.map(({ gtin, what }) => `${gtin} ${what}`)).toEqual(['6 updated', '7 updated', '8 updated'])
})

test('a plan is walked by record with its changes, and in its order with their kinds, without reverts', async () => {
  const walked: string[] = []
  for await (const { gtin, what } of walkChanges(stores, held.id)) walked.push(`${gtin} ${what}`)
  expect(walked).toEqual(['1 retire', '3 update', '5 create', '9 restore'])
  const listed: string[] = []
  for await (const some of walkPlanned(stores.plans, held.id))
    for (const { gtin, kind } of some) listed.push(`${gtin} ${kind}`)
  expect(listed).toEqual(['5 create', '3 update', '9 restore', '1 retire'])
})
