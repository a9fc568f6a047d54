import { expect } from 'vitest'
import { withStore } from '../../helpers/store-fixtures.ts'

const it = withStore()

it('the names of an id depend on its source, and an id without a name is known, too', async ({
  stores: { fieldNames },
}) => {
  await fieldNames.save(
    'media',
    new Map([
      [7, 'roof.jpg'],
      [8, ''],
    ]),
  )
  await fieldNames.save('terms.product_cat', new Map([[7, 'Tapes']]))
  expect([...(await fieldNames.read('media', [9, 8, 7]))]).toEqual([
    [8, ''],
    [7, 'roof.jpg'],
  ])
  expect([...(await fieldNames.read('terms.product_cat', [7]))]).toEqual([[7, 'Tapes']])
  expect([...(await fieldNames.read('terms.product_cat', []))]).toEqual([])
})

it('names expire an hour after the first of them was saved', async ({
  store,
  keys,
  stores: { fieldNames },
}) => {
  await fieldNames.save('media', new Map([[7, 'roof.jpg']]))
  expect(await store.redis.ttl(keys.fieldNames)).toBeGreaterThan(3_500)
  await store.redis.expire(keys.fieldNames, 60)
  await fieldNames.save('media', new Map([[8, 'tape.jpg']]))
  expect(await store.redis.ttl(keys.fieldNames)).toBeLessThanOrEqual(60)
})
