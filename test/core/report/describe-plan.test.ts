import { expect, test } from 'vitest'
import { describeChanges, describePlan } from '../../../src/core/report/run-counts.ts'

const none = { retire: 0, update: 0, create: 0, restore: 0 }

test.each([
  ['', none],
  ['1 update', { ...none, update: 1 }],
  ['2 retirements, 1 return', { ...none, retire: 2, restore: 1 }],
  ['12 retirements, 3 updates, 1 new page, 2 returns', { retire: 12, update: 3, create: 1, restore: 2 }],
])('a plan in one line: %j', (line, planned) => {
  expect(describePlan(planned)).toBe(line)
  expect(describeChanges(planned)).toBe(line || 'no changes')
})
