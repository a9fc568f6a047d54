import { expect, test } from 'vitest'
import {
  FailingReport,
  OutcomeReport,
  toFailingReport,
  withText,
} from '../../../src/core/report/record-reports.ts'
import type { Reason } from '../../../src/core/reasons/reason.ts'
import { because } from '../../helpers/content/reason-of.ts'
import { key } from '../../helpers/content/records.ts'

test('programs read the reasons of an outcome as one text', () => {
  const reasons: Reason[] = [{ code: 'edited', fields: ['title'] }, { code: 'stale-block' }]
  const report = withText({ ...key, result: 'kept', reasons }, undefined)
  expect(OutcomeReport.parse(report)).toStrictEqual({
    ...key,
    result: 'kept',
    reason:
      'the editor changed title: kept; an editor’s save restored an old version of the mirrored block, or made its JSON-LD visible: repaired',
  })
  expect(withText({ ...key, result: 'created' }, undefined)).toStrictEqual({ ...key, result: 'created' })
})

test('programs read why records fail', () => {
  const failing = { ...key, count: 2, since: '2026-11-20T04:00:00.000Z', reasons: because('returned 500') }
  const report = toFailingReport({ failing: [failing], quarantined: 0 }, undefined)
  expect(FailingReport.parse(report)).toStrictEqual({
    failing: [{ ...key, count: 2, since: '2026-11-20T04:00:00.000Z', reason: 'returned 500' }],
    quarantined: 0,
  })
})
