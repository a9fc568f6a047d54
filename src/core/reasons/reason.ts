import { z } from 'zod'
import { mergeReasons } from './merge-reasons.ts'
import { pageReasons } from './page-reasons.ts'
import { planReasons } from './plan-reasons.ts'
import { retireReasons, undoReasons } from './removal-reasons.ts'

/** A reason that has no causes. */
export const SimpleReason = z.discriminatedUnion('code', [
  ...planReasons,
  ...pageReasons,
  ...mergeReasons,
  ...retireReasons,
  ...undoReasons,
  /** Stored by an earlier version, as a text without commands. */
  z.strictObject({ code: z.literal('text'), text: z.string() }),
])
const causes = z.array(SimpleReason)

/**
 * Why a run had a result for a record: a code and its parameters. Times are ISO 8601. Renderers add words and commands,
 * so that a stored reason does not depend on its wording.
 */
export const Reason = z.discriminatedUnion('code', [
  ...SimpleReason.options,
  /** Skipped until `nextTryAt`, because it failed in `count` runs in a row. */
  z.strictObject({
    code: z.literal('quarantined'),
    count: z.int(),
    since: z.string(),
    nextTryAt: z.string(),
    causes,
  }),
  /** An undo left the record as it is. */
  z.strictObject({ code: z.literal('not-undone'), causes }),
])
export type Reason = z.infer<typeof Reason>
export type SimpleReason = z.infer<typeof SimpleReason>
/** The reason with one code. */
export type ReasonOf<Code extends Reason['code']> = Extract<Reason, { code: Code }>

/** The reasons, and in place of a reason with causes its causes. */
export function simpleReasons(reasons: readonly Reason[] = []): SimpleReason[] {
  return reasons.flatMap((reason) => ('causes' in reason ? reason.causes : [reason]))
}
