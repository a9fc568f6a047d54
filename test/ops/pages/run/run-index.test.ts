import { expect } from 'vitest'
import { because } from '../../../helpers/content/reason-of.ts'
import type { Outcome } from '../../../../src/core/run/change.ts'
import { readRunIndex } from '../../../../src/ops/pages/run/run-index.ts'
import { withOps } from '../../../helpers/ops.ts'
import { aRun } from '../../start-ops.ts'

const gtins = ['4026639012340', '4026632884258', '4026630322455']

let runs = 0
const test = withOps().extend('reasonsOf', ({ ops }) => async (reasons: readonly string[]) => {
  const run = aRun({ id: `2026-11-20-${++runs}` })
  const outcomes = reasons.map((reason, index): Outcome => {
    return { gtin: gtins[index] ?? '', language: 'de', result: 'failed', reasons: because(reason) }
  })
  await ops.runs.saveOutcomes(run.id, outcomes)
  return [...(await readRunIndex(ops.deps, run)).reasons.values()]
})

test('reasons that differ in a number are one group, without the number', async ({ reasonsOf }) => {
  expect(await reasonsOf(['page 7 is a draft', 'page 8 is a draft', 'page 9 is a draft'])).toEqual([
    'page … is a draft',
  ])
})

test('a reason that all records of a group share is shown in full', async ({ reasonsOf }) => {
  expect(await reasonsOf(['page 7 is a draft', 'page 7 is a draft', 'the name came blank'])).toEqual([
    'page 7 is a draft',
    'the name came blank',
  ])
})
