import { expect, test } from 'vitest'
import { explainStaying } from '../../../src/core/report/staying.ts'

const policy = { unreadable: 1, retireAfterMisses: 3, missIntervalMs: 3_600_000 }

test('a run without misses has no note', () => {
  expect(explainStaying({ hidden: 0, left: 0, languages: new Map() }, policy)).toEqual([])
})

test('a page that stays is explained, with how often and how far apart it must be missed', () => {
  const staying = { hidden: 1, left: 2, languages: new Map([['pl-pl', 7]]) }
  expect(explainStaying(staying, policy)).toEqual([
    { code: 'kept-unreadable', pages: 1, unreadable: 1 },
    { code: 'kept-delisted', pages: 2, misses: 3, hours: 1 },
    { code: 'kept-language', language: 'pl-pl', pages: 7, misses: 3, hours: 1 },
  ])
})
