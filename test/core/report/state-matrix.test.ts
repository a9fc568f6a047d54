import { expect, test } from 'vitest'
import { codeOf, recordStates } from '../../../src/core/report/record-state.ts'
import { countStates, describeStates, namedCounts } from '../../../src/core/report/state-matrix.ts'

const cells = Uint8Array.from(
  ['none', 'up-to-date', 'up-to-date', 'missing-asset', 'failing'] as const,
  (state) => codeOf(state),
)

test('counts every state, the most severe first', () => {
  const counts = countStates(cells)
  expect(Object.keys(counts)).toEqual(recordStates.toReversed())
  expect(counts).toMatchObject({ none: 1, 'up-to-date': 2, 'missing-asset': 1, failing: 1, held: 0 })
})

test('describes the states that there are, without cells that hold no record', () => {
  expect(describeStates(countStates(cells))).toBe('1 failing, 1 missing asset, 2 up to date')
  expect(describeStates(countStates(new Uint8Array(3)))).toBe('')
})

test('contains readable names of states', () => {
  expect(namedCounts({ 'up-to-date': 2, failing: 0 })).toEqual([
    ['failing', 0],
    ['up to date', 2],
  ])
})
