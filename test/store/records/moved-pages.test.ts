import { expect } from 'vitest'
import { withStore } from '../../helpers/store-fixtures.ts'

const it = withStore()

const key = (n: number) => ({ gtin: `400638133393${n}`, language: 'de-de' })

it('the first page of a record counts; one in the trash counts only without another one', async ({
  stores: { movedPages: moved },
}) => {
  await moved.save([
    { key: key(1), pageId: 3, trashed: true },
    { key: key(1), pageId: 5, trashed: false },
    { key: key(1), pageId: 7, trashed: false },
    { key: key(2), pageId: 9, trashed: true },
    { key: key(2), pageId: 11, trashed: true },
  ])
  await moved.save([])
  expect(await moved.read([key(2), key(3), key(1)])).toEqual([9, undefined, 5])
  expect(await moved.read([])).toEqual([])
})

it('a walk is known from its completion until the next walk starts', async ({
  stores: { movedPages: moved },
}) => {
  await moved.save([{ key: key(1), pageId: 3, trashed: false }])
  expect(await moved.isKnown()).toBe(false)
  await moved.complete()
  expect(await moved.isKnown()).toBe(true)
  await moved.clear()
  expect(await moved.isKnown()).toBe(false)
  expect(await moved.read([key(1)])).toEqual([undefined])
})
