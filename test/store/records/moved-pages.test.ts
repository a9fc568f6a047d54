import { expect } from 'vitest'
import { recordId } from '../../../src/core/record/record.ts'
import { withStore } from '../../helpers/store-fixtures.ts'

const it = withStore()

const key = (n: number) => ({ gtin: `400638133393${n}`, language: 'de-de' })

it('the first page of a record counts', async ({ stores: { movedPages: moved } }) => {
  await moved.save([
    { key: key(1), pageId: 5 },
    { key: key(1), pageId: 7 },
    { key: key(2), pageId: 9 },
  ])
  await moved.save([])
  expect(await moved.read([key(2), key(3), key(1)])).toEqual([9, undefined, 5])
  expect(await moved.read([])).toEqual([])
})

it('a page in the trash that an earlier version found counts if it found no other one', async ({
  store,
  keys,
  stores: { movedPages: moved },
}) => {
  const [first, second] = [key(1), key(2)].map(recordId) as [string, string]
  await store.redis.hset(keys.movedPages, { [`trash/${first}`]: 3, [first]: 5, [`trash/${second}`]: 9 })
  expect(await moved.read([key(1), key(2)])).toEqual([5, 9])
})

it('a walk is known from its completion until the next walk starts', async ({
  stores: { movedPages: moved },
}) => {
  await moved.save([{ key: key(1), pageId: 3 }])
  expect(await moved.isKnown()).toBe(false)
  await moved.complete()
  expect(await moved.isKnown()).toBe(true)
  await moved.clear()
  expect(await moved.isKnown()).toBe(false)
  expect(await moved.read([key(1)])).toEqual([undefined])
})
