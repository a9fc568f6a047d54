import { expect, test } from 'vitest'
import { choices, faultOfReason, meaningOf } from '../../../src/core/decisions/decision.ts'

test('each choice has a description of its effect', () => {
  expect(Object.keys(meaningOf)).toEqual([...choices])
})

test('a reason goes with a hold, and has 500 characters at most', () => {
  expect(faultOfReason('keep', undefined)).toBeUndefined()
  expect(faultOfReason('hold', 'x'.repeat(500))).toBeUndefined()
  expect(faultOfReason('hold', 'x'.repeat(501))).toBe(
    'a reason may have at most 500 characters; this one has 501',
  )
  expect(faultOfReason('keep', 'weil')).toBe('a reason can only be given with hold, not with keep')
})
