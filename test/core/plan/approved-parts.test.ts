import { expect, test } from 'vitest'
import { readPart } from '../../../src/core/plan/approved-parts.ts'

test.each([
  [{}, undefined],
  [{ only: 'updates' }, 'updates'],
  [{ sample: 5 }, { sample: 5 }],
  [{ language: 'de-de' }, { language: 'de-de' }],
  [{ pattern: 2, sample: undefined }, { pattern: 2 }],
] as const)('the request %j selects the part %j', (request, part) => {
  expect(readPart(request)).toEqual({ ok: true, part })
})

test('a request for several parts is refused with their names', () => {
  expect(readPart({ pattern: 2, only: 'creates', language: 'de-de' })).toEqual({
    ok: false,
    several: ['only', 'language', 'pattern'],
  })
})
