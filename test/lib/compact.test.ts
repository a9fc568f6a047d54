import { expect, expectTypeOf, test } from 'vitest'
import { compact } from '../../src/lib/compact.ts'

type Page = { id: number; title?: string; link?: string; parent: number | null }

test('omits undefined fields, and keeps the order and all other values', () => {
  const page: Page = compact({ id: 0, title: '', link: undefined, parent: null })
  expect(Object.entries(page)).toEqual([
    ['id', 0],
    ['title', ''],
    ['parent', null],
  ])
})

test('a field that the type requires must be given', () => {
  type Fields = Parameters<typeof compact<Page>>[0]
  expectTypeOf<{ id: number; title: undefined; parent: null }>().toExtend<Fields>()
  expectTypeOf<{ id: undefined; parent: null }>().not.toExtend<Fields>()
})
