import { expect, test } from 'vitest'
import {
  approvedPartText,
  describeApproved,
  describePart,
  nameOfPart,
} from '../../../src/core/report/plan-part.ts'

test.each([
  ['updates', 'the updates', 'only updates'],
  [{ sample: 1 }, 'a sample of 1 record', 'sample 1'],
  [{ sample: 5_000 }, 'a sample of 5,000 records', 'sample 5000'],
  [{ language: 'de-de' }, 'language de-de', 'language de-de'],
  [{ pattern: 2 }, 'pattern 2', 'pattern 2'],
] as const)('the part %j is %s in words, and %s as an option', (part, text, name) => {
  expect(describePart(part)).toBe(text)
  expect(nameOfPart(part)).toBe(name)
})

test('only a plan that was approved in part has a part', () => {
  expect(approvedPartText({})).toBeUndefined()
  expect(approvedPartText({ approvedPart: 'all' })).toBeUndefined()
  expect(approvedPartText({ approvedPart: { sample: 5 } })).toBe('a sample of 5 records')
})

test('the approval of a part that is the whole plan is described as one of the whole plan', () => {
  expect(describeApproved({ id: '7', approvedPart: { pattern: 2 } }, { pattern: 2 })).toBe(
    'pattern 2 of run 7',
  )
  expect(describeApproved({ id: '7', approvedPart: 'all' })).toBe('run 7')
  expect(describeApproved({ id: '7', approvedPart: 'all' }, { sample: 50 })).toBe(
    'run 7 (a sample of 50 records is its whole plan)',
  )
})
