import { z } from 'zod'
import { Failing, FailingList } from '../decisions/quarantine.ts'
import type { Reason } from '../reasons/reason.ts'
import { RecordKey } from '../record/record.ts'
import { Outcome } from '../run/change.ts'
import { reasonText } from './reasons/reason-text.ts'

const reason = z.string().exactOptional()

/** The result of a run for a record as programs read it. */
export const OutcomeReport = z.strictObject({ ...Outcome.omit({ reasons: true }).shape, reason })

/** The failing records as programs read them. */
export const FailingReport = z.strictObject({
  ...FailingList.shape,
  failing: z.array(
    z.strictObject({
      ...RecordKey.shape,
      ...Failing.omit({ runId: true, reasons: true }).shape,
      reason: z.string(),
    }),
  ),
})
export type FailingReport = z.infer<typeof FailingReport>

export function toFailingReport(
  { failing, quarantined }: FailingList,
  mirror: string | undefined,
): FailingReport {
  return { failing: failing.map((record) => ({ reason: '', ...withText(record, mirror) })), quarantined }
}

/** A record with its reasons in words, in place of their codes. */
export function withText<R extends RecordKey & { reasons?: readonly Reason[] }>(
  { reasons, ...record }: R,
  mirror: string | undefined,
): Omit<R, 'reasons'> & { reason?: string } {
  return { ...record, ...(reasons !== undefined && { reason: reasonText(record, reasons, mirror) }) }
}
