import { expect, test } from 'vitest'
import { Run } from '../../../src/core/run/run.ts'
import { markdownHead } from '../../../src/core/report/markdown.ts'
import { describeDifference } from '../../../src/core/report/run-counts.ts'
import { describeRun, describeWork, notesOf } from '../../../src/core/report/run-summary.ts'
import { runOf } from '../../helpers/sync/runs.ts'
import { refusedFor } from '../../helpers/sync/guards.ts'

const none = { create: 0, update: 0, restore: 0, retire: 0 }
const difference = {
  runId: '6',
  added: { ...none, update: 3 },
  removed: { ...none, retire: 1 },
  changed: none,
}
const same = runOf('7', { state: 'superseded', samePlanAs: '6' })
const pattern = {
  kind: 'retire',
  count: 1,
  languages: {},
  shared: {},
  example: { gtin: '4026639000019', language: 'de-de' },
} as const

test('a run that made the same plan names the run that waits', () => {
  expect(describeRun(same)).toBe(
    'Run 7 made the same plan as run 6, which keeps waiting for approval. Nothing was written.',
  )
  expect(describeWork(same)).toBe('same plan as 6')
})

test('a changed plan counts the changes that were added, removed and modified', () => {
  expect(describeDifference(difference)).toBe(
    'Compared with the held plan 6: 3 updates added; 1 retirement removed',
  )
  expect(describeDifference({ ...difference, added: none, removed: none })).toBe(
    'Compared with the held plan 6: the same changes, under other conditions',
  )
  expect(
    notesOf(
      { notes: [{ code: 'stale-blocks', count: 1 }], unknownFields: [], oddities: [], difference },
      undefined,
    ),
  ).toHaveLength(2)
})

test('the Markdown of a waiting plan lists its patterns, each with its details', () => {
  const summary = { records: 1, patterns: [pattern], more: 0 }
  const held = runOf('7', { state: 'held', summary })
  expect(markdownHead(held, undefined)).toContain('\n1. 1 × retired\n   - for example 4026639000019 de-de\n')
  expect(markdownHead({ ...held, summary: { ...summary, more: 2 } }, undefined)).toContain(
    '\n\nand 2 more patterns\n',
  )
  expect(markdownHead({ ...held, state: 'done' }, undefined)).not.toContain('×')
  const empty = { records: 0, patterns: [], more: 0 }
  expect(markdownHead({ ...held, summary: empty }, undefined)).not.toContain('- ')
})

test('a run without a refusal, or with one that no longer applies, has none', () => {
  const refusal = refusedFor('Why.')
  expect(Run.parse(runOf('7', { refusal })).refusal).toEqual(refusal)
  expect(Run.parse(runOf('7', { refusal: null })).refusal).toBeNull()
  const { refusal: _, ...without } = runOf('7')
  expect(Run.parse(without).refusal).toBeNull()
})
