import { expect, test } from 'vitest'
import {
  canBeApproved,
  nextCommand,
  planCommands,
  shortDigest,
} from '../../../src/core/report/plan-approval.ts'
import { runOf } from '../../helpers/sync/runs.ts'

test('twelve characters of its digest identify a plan', () => {
  expect(shortDigest({ planDigest: '0123456789abcdef' })).toBe('0123456789ab')
  expect(shortDigest({})).toBeUndefined()
})

test('the wait of a plan ends by approving or cancelling its run', () => {
  expect(planCommands({ id: '7' })).toEqual({
    approve: { lead: 'If this is wanted', argv: ['approve', '7'] },
    cancel: { lead: 'To discard it', argv: ['cancel', '7'] },
  })
})

const planned = { create: 0, update: 1, restore: 0, retire: 0 }
const held = runOf('7', { state: 'held', planned })

test.each<[string, Parameters<typeof runOf>[1], boolean]>([
  ['that waits', {}, true],
  ['that is a dry run', { state: 'planned' }, true],
  ['without changes', { planned: { ...planned, update: 0 } }, false],
  ['that was applied', { state: 'done' }, false],
  [
    'whose pages have changed since',
    { refusal: 'A page changed. For a new plan: product-mirror sync' },
    false,
  ],
  ['that could not be checked', { refusal: 'No answer. Once fixed, run: product-mirror approve 7' }, true],
])('a plan %s offers its approval: %s', (_what, fields, offered) => {
  expect(canBeApproved({ ...held, ...fields })).toBe(offered)
})

test.each([
  [undefined, ['approve', '7']],
  ['It moved.', ['sync']],
  ['It moved: product-mirror verify --repair', ['verify', '--repair']],
])('a waiting plan with the refusal %j continues with %j', (refusal, argv) => {
  expect(nextCommand({ id: '7', ...(refusal !== undefined && { refusal }) }).argv).toEqual(argv)
})
