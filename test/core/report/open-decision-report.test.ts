import { expect, test } from 'vitest'
import { toOpenDecisionReport, OpenDecisionReport } from '../../../src/core/report/open-decision-report.ts'
import type { Conflict } from '../../../src/core/page/conflict.ts'
import { noNames } from '../../../src/core/record/field-names.ts'
import { key } from '../../helpers/content/records.ts'

test('programs read the code and the sentence of a held version', () => {
  const suspect = { digest: 'd', runId: '1', at: '2026-11-20T04:00:00.000Z' }
  const report = toOpenDecisionReport({ ...key, suspect: { ...suspect, blanks: { code: 'name' } } }, noNames)
  expect(report).toEqual({ ...key, suspect: { ...suspect, code: 'name', reason: 'the name became empty' } })
  expect(OpenDecisionReport.parse(report)).toEqual(report)
  expect(toOpenDecisionReport(key, noNames)).toEqual(key)
})

test('programs read the stored versions of a conflict, and those with ids in words as well', () => {
  const fields: Conflict['fields'] = [
    { field: 'terms.tag', base: '', theirs: '3, 4', ours: '4' },
    { field: 'meta.stock', base: '', theirs: '3', ours: '4' },
  ]
  const conflict = { pageId: 7, link: 'x', runId: '1', at: '2026-11-20T04:00:00.000Z', fields }
  const names = new Map([['terms.tag' as const, new Map([[4, 'New']])]])
  const report = toOpenDecisionReport({ ...key, conflict }, names)
  expect(report.conflict?.fields).toEqual([
    { ...fields[0], words: { base: '', theirs: '3, New (4)', ours: 'New (4)' } },
    fields[1],
  ])
  expect(OpenDecisionReport.parse(report)).toEqual(report)
})
