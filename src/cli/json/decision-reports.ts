import { z } from 'zod'
import { choices, resolutionCodes } from '../../core/decisions/decision.ts'
import { RefusedDecision } from '../../core/decisions/bulk-decisions.ts'
import { OpenDecisionReport } from '../../core/report/open-decision-report.ts'
import { RecordKey } from '../../core/record/record.ts'
import { ofMirror } from './of-mirror.ts'

/** `decisions`. */
export const DecisionsReport = z.strictObject({
  ...ofMirror,
  decisions: z.array(OpenDecisionReport),
  more: z.boolean().describe('There are more records than those listed.'),
})

/** `resolve` of one record. */
export const ResolveReport = z.strictObject({ ...ofMirror, message: z.string() })

/** A refused `resolve` of one record. */
export const ResolveRefusal = z.strictObject({
  ...ofMirror,
  error: z.strictObject({
    code: z.enum(resolutionCodes),
    message: z.string(),
    allowed: z.array(z.enum(choices)).describe('The choices that the record has.'),
  }),
})

/** `resolve --all`. */
export const ResolveAllReport = z.strictObject({
  ...ofMirror,
  message: z.string(),
  matched: z.int(),
  done: z.array(RecordKey),
  refused: z.array(RefusedDecision),
})
