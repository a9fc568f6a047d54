import { expect, test } from 'vitest'
import type { Outcome } from '../../../../src/core/run/change.ts'
import { textOfGroup } from '../../../../src/core/views/run-index.ts'
import { createIndexBuilder } from '../../../../src/sync/runs/run-index/build-index.ts'
import { because } from '../../../helpers/content/reason-of.ts'

const gtins = ['4026639012340', '4026632884258', '4026630322455']

function reasonsOf(reasons: readonly string[]): string[] {
  const builder = createIndexBuilder('sync')
  for (const [index, reason] of reasons.entries()) {
    const outcome: Outcome = {
      gtin: gtins[index] ?? '',
      language: 'de',
      result: 'failed',
      reasons: because(reason),
    }
    builder.addOutcome(outcome)
  }
  return builder.build().groups.map((group) => textOfGroup(group, 'sync'))
}

test('reasons that differ in a number are one group, without the number', () => {
  expect(reasonsOf(['page 7 is a draft', 'page 8 is a draft', 'page 9 is a draft'])).toEqual([
    'page … is a draft',
  ])
})

test('a reason that all records of a group share is shown in full', () => {
  expect(reasonsOf(['page 7 is a draft', 'page 7 is a draft', 'the name came blank'])).toEqual([
    'page 7 is a draft',
    'the name came blank',
  ])
})
