import type { Reason, SimpleReason } from '../../core/reasons/reason.ts'
import type { Outcome } from '../../core/run/change.ts'
import type { RecordKey } from '../../core/record/record.ts'
import { olderVersion, type SnapshotHead } from '../../core/record/snapshot.ts'
import type { SyncDeps } from '../deps.ts'
import { compact } from '../../lib/compact.ts'

/**
 * The time of the acknowledgement, and the product versions that the page showed before and shows now. Without `after`
 * the page shows the same version as before.
 */
export function stampOf(
  deps: SyncDeps,
  before?: Pick<SnapshotHead, 'digest'>,
  after?: string,
): { at: string } & Pick<Outcome, 'before' | 'after'> {
  const at = deps.now().toISOString()
  if (after === undefined || after === before?.digest) return { at }
  const known = before !== undefined && before.digest !== olderVersion
  return { at, ...(known && { before: before.digest }), after }
}

/** The outcome of a record whose page was not written. */
export function failed(
  deps: SyncDeps,
  { gtin, language }: RecordKey,
  reason: Reason,
  more: Pick<Outcome, 'pageId' | 'withOthers'> = {},
): Outcome {
  return { gtin, language, result: 'failed', ...more, reasons: [reason], ...stampOf(deps) }
}

/** The outcome of a record that an undo leaves as it is; `done` is the outcome in the undone run. */
export function notPutBack(
  deps: SyncDeps,
  { gtin, language, pageId, link }: Outcome,
  causes: SimpleReason[],
): Outcome {
  return compact({
    gtin,
    language,
    result: 'kept',
    reasons: [{ code: 'not-undone', causes }],
    pageId,
    link,
    ...stampOf(deps),
  })
}
