import { expect, test } from 'vitest'
import { planMenu, type MenuItemState } from '../../../src/core/page/menu.ts'

const page = (pageId: number) => ({ language: `l${pageId}`, pageId })
const times = { now: 10_000, writeGraceMs: 2_000 }

test.each<[what: string, state: MenuItemState | undefined, listed: boolean, plan: object]>([
  ['an item that nobody made is missing', undefined, false, { missing: [page(7)] }],
  ['an item seen for the first time is found', undefined, true, { found: [page(7)] }],
  ['an item that is there as before asks for nothing', { is: 'there' }, true, {}],
  ['an item that was there was taken away', { is: 'there' }, false, { taken: [page(7)] }],
  ['one that was taken away stays away', { is: 'taken' }, false, {}],
  ['one that a person put back is found', { is: 'taken' }, true, { found: [page(7)] }],
  ['one that was sent may still land', { is: 'sent', at: 8_500 }, false, { waitMs: 500 }],
  [
    'one that was sent by a clock ahead waits only once',
    { is: 'sent', at: 9_000_000 },
    false,
    { waitMs: 2_000 },
  ],
  ['one that was sent long ago is missing', { is: 'sent', at: 8_000 }, false, { missing: [page(7)] }],
  ['one that was sent and landed is found', { is: 'sent', at: 8_000 }, true, { found: [page(7)] }],
])('%s', (_, state, listed, plan) => {
  const known = new Map(state === undefined ? [] : [[7, state]])
  const items = [{ pageId: undefined, order: 4 }, ...(listed ? [{ pageId: 7, order: 2 }] : [])]
  const nothing = { missing: [], found: [], taken: [], waitMs: 0, nextOrder: 5 }
  expect(planMenu([page(7)], items, known, times)).toEqual({ ...nothing, ...plan })
})

test('an empty menu starts at position 1, and the longest wait counts', () => {
  const known = new Map<number, MenuItemState>([
    [1, { is: 'sent', at: 9_000 }],
    [2, { is: 'sent', at: 8_500 }],
  ])
  expect(planMenu([page(1), page(2)], [], known, times)).toMatchObject({ nextOrder: 1, waitMs: 1_000 })
})
