import { expect, test } from 'vitest'
import { toOpenDecisionReport, OpenDecisionReport } from '../../../src/core/report/open-decision-report.ts'
import { key } from '../../helpers/content/records.ts'

test('programs read the code and the sentence of a held version', () => {
  const suspect = { digest: 'd', runId: '1', at: '2026-11-20T04:00:00.000Z' }
  const report = toOpenDecisionReport({ ...key, suspect: { ...suspect, blanks: { code: 'name' } } })
  expect(report).toEqual({ ...key, suspect: { ...suspect, code: 'name', reason: 'the name became empty' } })
  expect(OpenDecisionReport.parse(report)).toEqual(report)
  expect(toOpenDecisionReport(key)).toEqual(key)
})
