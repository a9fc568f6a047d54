import { expect, test } from 'vitest'
import { canBeApproved, shortDigest } from '../../../src/core/report/plan-approval.ts'
import { runOf } from '../../helpers/sync/runs.ts'

test('twelve characters of its digest identify a plan', () => {
  expect(shortDigest({ planDigest: '0123456789abcdef' })).toBe('0123456789ab')
  expect(shortDigest({})).toBeUndefined()
})

const planned = { create: 0, update: 1, restore: 0, retire: 0 }
const held = runOf('7', { state: 'held', planned })

test.each<[string, Parameters<typeof runOf>[1], boolean]>([
  ['that waits', {}, true],
  ['that is a dry run', { state: 'planned' }, true],
  ['without changes', { planned: { ...planned, update: 0 } }, false],
  ['that was applied', { state: 'done' }, false],
  ['whose pages have changed since', { refusal: { code: 'other-plan' } }, false],
  ['that could not be checked', { refusal: { code: 'check-failed', detail: 'No answer.' } }, true],
])('a plan %s offers its approval: %s', (_what, fields, offered) => {
  expect(canBeApproved({ ...held, ...fields })).toBe(offered)
})
