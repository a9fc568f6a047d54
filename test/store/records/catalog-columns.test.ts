import { expect } from 'vitest'
import { withStore } from '../../helpers/store-fixtures.ts'

const test = withStore()

test('changed columns are saved in one step with the marks of the listings that show them', async ({
  store,
  stores: { catalogColumns, listings },
}) => {
  const columns = { category: 'Tapes' }
  const steps = await store.stepsOf(() => catalogColumns.save([['1', columns]], ['de-de', 'en-gb']))
  expect(steps).toEqual(['multi'])
  expect(await catalogColumns.read(['1', '2'])).toEqual([columns, undefined])
  expect([...(await listings.stale()).keys()].toSorted()).toEqual(['de-de', 'en-gb'])
})
