import { z } from 'zod'
import { RecordKey } from '../record/record.ts'
import { SimpleReason, type ReasonOf } from '../reasons/reason.ts'

/** A record that failed in consecutive runs. */
export const Failing = z.strictObject({
  count: z
    .int()
    .describe('Failing runs in a row; 0 if so many records failed with it that the cause is elsewhere.'),
  since: z.string().describe('When it failed first, ISO 8601.'),
  runId: z.string().describe('The last run that counted it, so that a run counts once.'),
  reasons: z.array(SimpleReason),
  nextTryAt: z
    .string()
    .exactOptional()
    .describe('In quarantine: no run requests it before this time, ISO 8601.'),
})
export type Failing = z.infer<typeof Failing>

/** A record that is not tried again before `nextTryAt`. */
export type Quarantined = Failing & { nextTryAt: string }

/** A failing record in a list. */
const FailingRecord = z.strictObject({ ...RecordKey.shape, ...Failing.omit({ runId: true }).shape })
export type FailingRecord = z.infer<typeof FailingRecord>

/** A list of failing records, and the number of all that are in quarantine. */
export const FailingList = z.strictObject({
  failing: z.array(FailingRecord),
  quarantined: z.int().describe('All records in quarantine, even those that are not listed.'),
})
export type FailingList = z.infer<typeof FailingList>

/** Failures in a row that move a record into quarantine. */
const tolerated = 5
const hour = 3_600_000
const firstBreak = 6 * hour
const longestBreak = 7 * 24 * hour

/** Above this share of failed records, the cause is the partner and not the single record. */
const massFailureShare = 0.2

/**
 * Counts one more failing run, which ended at `at`. The fifth in a row starts the quarantine, and each one after it
 * doubles its duration.
 */
export function countFailure(
  before: Failing | undefined,
  { runId, reasons, at }: { runId: string; reasons: SimpleReason[]; at: Date },
): Failing {
  const count = (before?.count ?? 0) + 1
  const since = before?.since ?? at.toISOString()
  const breakMs = breakAfter(count)
  const nextTryAt = breakMs === 0 ? {} : { nextTryAt: new Date(at.getTime() + breakMs).toISOString() }
  return { count, since, runId, reasons, ...nextTryAt }
}

/** A record that failed with many others: it is listed, but does not count towards quarantine. */
export function failedWithOthers({
  runId,
  reasons,
  at,
}: {
  runId: string
  reasons: SimpleReason[]
  at: Date
}): Failing {
  return { count: 0, since: at.toISOString(), runId, reasons }
}

/** Milliseconds until the next try after `count` failures: 6 h from the fifth on, doubling up to 7 days. */
export function breakAfter(count: number): number {
  return count < tolerated ? 0 : Math.min(firstBreak * 2 ** (count - tolerated), longestBreak)
}

/** Whether a record is in quarantine at this time. A time beyond the longest break is by a clock that was ahead. */
export function isQuarantined(failing: Failing, now: Date): failing is Quarantined {
  const left = Date.parse(String(failing.nextTryAt)) - now.getTime()
  return left > 0 && left <= longestBreak
}

/** Whether so many of a run's records failed that the cause is not a single record. */
export function failedTogether(failed: number, records: number): boolean {
  return failed > records * massFailureShare
}

/** Reasons that say nothing about a write that is planned after them. */
const unplanned: ReadonlySet<SimpleReason['code']> = new Set([
  'unread',
  'unplanned',
  'damaged',
  'lost',
  'unchecked',
])

/** Reasons that the next attempt usually overcomes: an outage, and a parent page that the next run creates again. */
const passing: ReadonlySet<SimpleReason['code']> = new Set(['unsaved', 'parent-deleted'])

/**
 * Whether a write that is planned for a failing record will probably succeed. A refusal, or a foreign page at the slug,
 * lasts until an editor or operator acts, and an outage that affected one record twice may last as well.
 */
export function probablySucceeds({ reasons, count }: Failing): boolean {
  return reasons.every(({ code }) => unplanned.has(code) || (count <= 1 && passing.has(code)))
}

/** Why a run skips a record in quarantine. */
export function quarantineReason({ count, since, reasons, nextTryAt }: Quarantined): ReasonOf<'quarantined'> {
  return { code: 'quarantined', count, since, nextTryAt, causes: reasons }
}
