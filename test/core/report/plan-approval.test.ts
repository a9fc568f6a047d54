import { expect, test } from 'vitest'
import { planCommands, shortDigest } from '../../../src/core/report/plan-approval.ts'

test('twelve characters of its digest tell a plan from another', () => {
  expect(shortDigest({ planDigest: '0123456789abcdef' })).toBe('0123456789ab')
  expect(shortDigest({})).toBeUndefined()
})

test('the wait of a plan ends by approving or cancelling its run', () => {
  expect(planCommands({ id: '7' })).toEqual({
    approve: 'product-mirror approve 7',
    cancel: 'product-mirror cancel 7',
  })
})
