import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Row, blankRow } from '../../../../src/mock/cms/store/rows.ts'
import { createStore } from '../../../../src/mock/cms/store/store.ts'
import type { ViewSpec } from '../../../../src/mock/cms/store/views.ts'

const byTitle = (left: Row, right: Row): number =>
  left.title < right.title ? -1 : left.title > right.title ? 1 : left.id - right.id
const published: ViewSpec = {
  key: 'published pages by title',
  type: 'page',
  holds: ({ status }) => status === 'publish',
  compare: byTitle,
}

const storeOfNow = () => createStore(() => new Date(0))
const page = (id: number, title: string, status: Row['status'] = 'publish'): Row => ({
  ...blankRow,
  id,
  type: 'page',
  title,
  status,
})

type Change = { id: number; title: string; what: 'publish' | 'draft' | 'remove' }

const change: fc.Arbitrary<Change> = fc.record({
  id: fc.integer({ min: 100, max: 115 }),
  title: fc.constantFrom('a', 'b', 'c', 'd'),
  what: fc.constantFrom('publish', 'draft', 'remove'),
})

function apply(store: ReturnType<typeof storeOfNow>, { id, title, what }: Change): void {
  const row = store.get(id)
  if (what !== 'remove') store.put(page(id, title, what))
  else if (row !== undefined) store.remove(row)
}

test('a kept view always equals a newly sorted list', () => {
  fc.assert(
    fc.property(fc.array(change, { maxLength: 60 }), (changes) => {
      const store = storeOfNow()
      for (const one of changes) {
        apply(store, one)
        const kept = store.view(published)
        const sorted = [...store.ofType('page').values()].filter(published.holds).sort(byTitle)
        expect(kept.slice(0, kept.size)).toEqual(sorted)
      }
    }),
  )
})

test('a slice of a view contains exactly its rows, and nothing beyond the end', () => {
  const store = storeOfNow()
  for (let id = 100; id < 110; id++) store.put(page(id, `x${id}`))
  const { size, slice } = store.view({ ...published, holds: ({ id }) => id >= 100 })
  expect(size).toBe(10)
  expect(slice(3, 5).map(({ id }) => id)).toEqual([103, 104])
  expect(slice(8, 20)).toHaveLength(2)
  expect(slice(10, 20)).toEqual([])
})

test('a reset empties kept views', () => {
  const store = storeOfNow()
  const before = store.view(published).size
  store.put(page(100, 'x'))
  expect(store.view(published).size).toBe(before + 1)
  store.reset()
  expect(store.view(published).size).toBe(before)
})

test('the number of kept views is limited, and a dropped one is created again', () => {
  const store = storeOfNow()
  let sorted = 0
  const counting = (key: string): ViewSpec => ({
    ...published,
    key,
    compare: (left, right) => {
      sorted++
      return byTitle(left, right)
    },
  })
  store.put(page(100, 'x'))
  for (let number = 0; number < 100; number++) store.view(counting(`list ${number}`))
  sorted = 0
  store.put(page(101, 'y'))
  expect(sorted).toBeLessThan(100)
  expect(store.view(counting('list 0')).size).toBe(store.view(published).size)
})

test('seek finds the position of the first row that passes, even while rows change', () => {
  fc.assert(
    fc.property(
      fc.array(change, { maxLength: 40 }),
      fc.constantFrom('a', 'b', 'c', 'd', 'e'),
      (changes, from) => {
        const store = storeOfNow()
        for (const one of changes) {
          apply(store, one)
          const kept = store.view(published)
          const before = kept.slice(0, kept.size).filter((each) => each.title < from)
          expect(kept.seek(({ title: at }) => at >= from)).toBe(before.length)
        }
      },
    ),
  )
})
