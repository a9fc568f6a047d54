import { expect, test } from 'vitest'
import {
  countPart,
  followsPages,
  isInPart,
  isOnlyForLinks,
  partsOf,
} from '../../../src/core/plan/plan-parts.ts'
import type { Change } from '../../../src/core/run/change.ts'
import { key, productOf } from '../../helpers/content/records.ts'

const wanted = { ...key, product: productOf(), digest: 'd' }
const update = { ...wanted, kind: 'update', pageId: 1, fields: ['price'] } satisfies Change
const links = { ...update, fields: ['languages'] } satisfies Change
const create = { ...wanted, kind: 'create' } satisfies Change
const restore = { ...wanted, kind: 'restore', pageId: 1 } satisfies Change
const retire = { ...key, kind: 'retire', pageId: 1, reason: 'absent at the partner' } satisfies Change

test.each([
  ['updates', [update]],
  ['creates', [create, restore]],
  ['retirements', [retire]],
] as const)('the part %s has the changes of its kinds', (part, inside) => {
  for (const change of [update, create, restore, retire])
    expect({ change, isIn: isInPart(change, part, []) }).toEqual({
      change,
      isIn: inside.some((one) => one === change),
    })
})

test('an update only of links follows the pages of its product that appear or disappear', () => {
  expect(isInPart(links, 'updates', ['update', undefined])).toBe(true)
  expect(isInPart(links, 'creates', ['update', undefined])).toBe(false)
  expect(isInPart(links, 'updates', ['update', 'create'])).toBe(false)
  expect(isInPart(links, 'creates', ['update', 'create'])).toBe(true)
  expect(isInPart(links, 'retirements', ['update', 'create'])).toBe(false)
  expect(isInPart(links, 'retirements', ['update', 'retire', 'restore'])).toBe(true)
  expect(isInPart(update, 'updates', ['update', 'create'])).toBe(true)
})

test('an update only of links follows pages only if its product has any that appear or disappear', () => {
  expect(followsPages(links, ['update', 'create', undefined])).toBe(true)
  expect(followsPages(links, ['update', undefined])).toBe(false)
  expect(followsPages(update, ['update', 'create'])).toBe(false)
  expect([links, update, create, retire].map(isOnlyForLinks)).toEqual([true, false, false, false])
})

test('a plan has parts when it has more than one', () => {
  const planned = { create: 1, update: 2, restore: 3, retire: 0 }
  expect(partsOf(planned)).toEqual(['updates', 'creates'])
  expect(countPart(planned, 'creates')).toBe(4)
  expect(partsOf({ ...planned, update: 0 })).toEqual([])
})
