import { OutcomeReport, withText } from '../../core/report/record-reports.ts'
import { z } from 'zod'
import { ValueDiff } from '../../core/plan/product-diff.ts'
import { RecordKey } from '../../core/record/record.ts'
import type { Outcome } from '../../core/run/change.ts'
import type { PlannedView } from '../../core/views/change-view.ts'
import { diffsOf } from '../output/plan-lines.ts'
import { RunReport } from './run-report.ts'
import { namedMirror } from '../terminal/named-mirror.ts'

/** A planned change of one record. */
export const PlannedChange = z.strictObject({
  ...RecordKey.shape,
  kind: z.enum(['create', 'update', 'restore', 'retire']),
  name: z.string().optional(),
  pageId: z.int().optional(),
  slug: z.string().exactOptional().describe('Only of a new page, if the field map names slugs.'),
  fields: z
    .array(z.string())
    .exactOptional()
    .describe('Only of an update: the fields that differ, and other causes of the write.'),
  diffs: z.array(ValueDiff).exactOptional().describe('Only of an update: the old and new values.'),
  reason: z.string().exactOptional().describe('Only of a retirement.'),
})

/** A run with its plan. */
export const PlanReport = RunReport.extend({
  changes: z.array(PlannedChange),
  left: z
    .array(OutcomeReport.pick({ gtin: true, language: true, result: true, reason: true }))
    .describe('The records that are held or failed: their pages stay as they are.'),
})
export type PlanReport = z.infer<typeof PlanReport>

export function toPlannedChange(record: PlannedView): PlanReport['changes'][number] {
  const { gtin, language, what: kind, name, pageId, slug, fields, why } = record
  return {
    gtin,
    language,
    kind,
    name,
    pageId,
    ...(slug !== undefined && { slug }),
    ...(kind === 'update' && { fields, diffs: diffsOf(record) }),
    ...(kind === 'retire' && { reason: why }),
  }
}

export function toLeft(outcomes: readonly Outcome[]): PlanReport['left'] {
  return outcomes.map(({ gtin, language, result, reasons }) =>
    withText({ gtin, language, result, ...(reasons && { reasons }) }, namedMirror()),
  )
}
