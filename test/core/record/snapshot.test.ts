import { expect, test } from 'vitest'
import { staysInPlace, type RetireTo } from '../../../src/core/record/snapshot.ts'

test.each<[RetireTo | undefined, boolean]>([
  ['keep', true],
  ['notice', true],
  ['draft', false],
  ['trash', false],
  ['private', false],
  ['delete', false],
  [undefined, false],
])('a page that was retired to %s stays in place: %s', (retiredTo, stays) => {
  expect(staysInPlace(retiredTo === undefined ? {} : { retiredTo })).toBe(stays)
})
