import { expect, test } from 'vitest'
import type { Outcome } from '../../../../src/core/run/change.ts'
import { readRunIndex } from '../../../../src/ops/pages/run/run-index.ts'
import { aRun } from '../../start-ops.ts'

const gtins = ['4026639012340', '4026632884258', '4026630322455']

async function reasonsOf(reasons: readonly string[]): Promise<string[]> {
  const outcomes = reasons.map((reason, index): Outcome => {
    return { gtin: gtins[index] ?? '', language: 'de', result: 'failed', reason }
  })
  async function* scanOutcomes() {
    yield outcomes
  }
  const nothing = () => Promise.reject(new Error('not asked for'))
  const plans = { list: nothing, read: nothing, count: nothing, kinds: nothing }
  const { reasons: told } = await readRunIndex({ runs: { scanOutcomes }, plans }, aRun())
  return [...told.values()]
}

test('reasons that differ in a number are one group, without the number', async () => {
  expect(await reasonsOf(['page 7 is a draft', 'page 8 is a draft', 'page 9 is a draft'])).toEqual([
    'page … is a draft',
  ])
})

test('a reason that all records of a group share is shown in full', async () => {
  expect(await reasonsOf(['page 7 is a draft', 'page 7 is a draft', 'the name came blank'])).toEqual([
    'page 7 is a draft',
    'the name came blank',
  ])
})
