import { expect, test } from 'vitest'
import { withoutPauses, type Steps } from '../../../src/core/text/steps.ts'

test('a calculation in steps returns its result', () => {
  function* count(steps: number): Steps<number> {
    for (let step = 0; step < steps; step++) yield
    return steps
  }
  expect([0, 1, 3].map((steps) => withoutPauses(count(steps)))).toEqual([0, 1, 3])
})
