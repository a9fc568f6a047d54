import { expect, test } from 'vitest'
import type { Equivalent } from '../../../tools/mutation/equivalents.ts'
import { judge } from '../../../tools/mutation/judge.ts'
import { faultsOf } from '../../../tools/mutation/report.ts'

const source = 'export function big(n: number) {\n  const limit = 5\n  return n > limit\n}\n'
const mutant = (
  line: number,
  [from, to]: [from: number, to: number],
  replacement: string,
  status: string,
) => ({
  mutatorName: 'Operator',
  replacement,
  status,
  location: { start: { line, column: from }, end: { line, column: to } },
})
const kept = mutant(3, [10, 19], 'n >= limit', 'Survived')
const killed = mutant(3, [10, 19], 'true', 'Killed')
const endless = mutant(3, [10, 19], 'false', 'Timeout')
const unrun = mutant(2, [17, 18], '6', 'NoCoverage')
const whole = {
  mutatorName: 'BlockStatement',
  status: 'Killed',
  location: { start: { line: 1, column: 32 }, end: { line: 4, column: 2 } },
}
const faults = (...mutants: object[]) => faultsOf({ files: { 'src/core/big.ts': { source, mutants } } })
const listed: Equivalent = {
  file: 'src/core/big.ts',
  code: 'return n > limit',
  change: 'n > limit → n >= limit',
  why: 'nobody asks for five',
}

test('a mutant has its line and the replacement', () => {
  expect(faults(kept, unrun, whole)).toEqual([
    {
      file: 'src/core/big.ts',
      line: 1,
      code: 'export function big(n: number) {',
      change: '{ const limit = 5 return n > limit } → BlockStatement',
      outcome: 'found',
    },
    { file: 'src/core/big.ts', line: 2, code: 'const limit = 5', change: '5 → 6', outcome: 'unseen' },
    { file: 'src/core/big.ts', line: 3, code: listed.code, change: listed.change, outcome: 'unseen' },
  ])
})

test('a mutant that fails a test or never ends is found', () => {
  expect(judge(faults(killed, endless), [])).toEqual({ found: 2, equivalent: 0, complaints: [] })
})

test('a mutant that no test finds, or that no test runs into, is reported with its place', () => {
  expect(judge(faults(killed, kept, unrun), [])).toEqual({
    found: 1,
    equivalent: 0,
    complaints: [
      'src/core/big.ts:2 no test fails with 5 → 6\n    in const limit = 5',
      'src/core/big.ts:3 no test fails with n > limit → n >= limit\n    in return n > limit',
    ],
  })
})

test('a mutant of a declared shape does not count', () => {
  expect(faults({ ...kept, status: 'Ignored' })).toEqual([])
})

test('a mutant that is listed as equivalent is accepted', () => {
  expect(judge(faults(killed, kept), [listed])).toEqual({ found: 1, equivalent: 1, complaints: [] })
})

test('a listed one stays on the list when the machine was too slow for its tests', () => {
  const slow = { ...kept, status: 'Timeout' }
  expect(judge(faults(killed, slow), [listed])).toEqual({ found: 2, equivalent: 0, complaints: [] })
})

test.each([
  ['found by now', faults(killed)],
  ['in another file', faults(kept).map((fault) => ({ ...fault, file: 'src/core/small.ts' }))],
])('one that is listed and %s has to be taken off the list', (_, survivors) => {
  const { complaints } = judge(survivors, [listed])
  expect(complaints).toContain(
    'src/core/big.ts: listed as equivalent, but a test finds it or its line has changed, take it off: n > limit → n >= limit\n    in return n > limit',
  )
})
