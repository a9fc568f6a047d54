import { because } from '../../helpers/content/reason-of.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { countFailure } from '../../../src/core/decisions/quarantine.ts'
import { createStores } from '../../../src/store/stores.ts'
import { findOldestUnconfirmed } from '../../../src/sync/decisions/oldest-unconfirmed.ts'
import { openTestStore } from '../../store/open-test-store.ts'
import { storeIntents } from '../../helpers/sync/store-intents.ts'

let store: Awaited<ReturnType<typeof openTestStore>>
let keys: ReturnType<typeof store.freshKeys>
beforeAll(async () => void (store = await openTestStore()))
beforeEach(() => void (keys = store.freshKeys()))
afterAll(() => store.close())

const stores = () => createStores(store.redis, keys, { claimMs: 0 })
const record = (gtin: string) => ({ gtin, language: 'de' })

test('nothing is unconfirmed in a healthy mirror', async () => {
  expect(await findOldestUnconfirmed(stores())).toBeUndefined()
})

test('the oldest unconfirmed item is found among failures, open pages and writes without a reply', async () => {
  const { failing, deferrals } = stores()
  const fail = (iso: string) =>
    countFailure(undefined, { runId: '1', reasons: because('x'), at: new Date(iso) })
  await failing.save([
    { key: record('1'), value: fail('2026-11-20T05:00:00Z') },
    { key: record('2'), value: fail('2026-11-20T04:00:00Z') },
  ])
  const find = () => findOldestUnconfirmed(stores())
  expect(await find()).toEqual({ record: record('2'), since: '2026-11-20T04:00:00.000Z', why: 'failing' })
  await deferrals.save([
    { key: record('3'), value: { pageId: 1, since: '2026-11-20T03:00:00.000Z', runId: '1' } },
  ])
  expect(await find()).toMatchObject({ record: record('3'), why: 'left while open in the editor' })
  const sentAt = Date.parse('2026-11-20T02:00:00Z')
  await storeIntents(store.redis, keys, [{ key: 'parent:/products/de', runId: '1', sentAt: sentAt - 1 }])
  expect(await find()).toMatchObject({ record: record('3') })
  await storeIntents(store.redis, keys, [{ key: record('4'), runId: '1', sentAt }])
  expect(await find()).toMatchObject({ record: record('4'), since: '2026-11-20T02:00:00.000Z' })
})
