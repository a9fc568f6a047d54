import { hasLapsed, skippedBy, type PendingDecision } from '../../core/decisions/pending-decision.ts'
import type { RecordKey } from '../../core/record/record.ts'
import type { SnapshotHead } from '../../core/record/snapshot.ts'
import type { Fetched } from '../ports/partner.ts'
import type { Confirmed } from '../ports/snapshots.ts'

/** A record with the partner's answer and what is stored about it. */
export type FetchedRecord = {
  key: RecordKey
  head: SnapshotHead | undefined
  pending: PendingDecision | undefined
  /** Its page misses an asset that may be available now. */
  lacks: boolean
  fetched: Fetched
  /** Digest of the received product; undefined without one. */
  digest: string | undefined
}

type DecisionEntry = { key: RecordKey; value: PendingDecision }

/** Whether a record is new or may differ from what its page shows. */
export function differs(
  templateDigest: string,
  { head, pending, lacks, fetched, digest }: FetchedRecord,
): boolean {
  if (fetched.state !== 'present' && fetched.state !== 'unchanged') return false
  if (pending?.kind === 'overwrite' || pending?.kind === 'accept' || lacks) return true
  if (head === undefined || head.state === 'retired' || head.template !== templateDigest) return true
  return fetched.state === 'present' && digest !== head.digest
}

/** What to save about records whose pages need no write; `compared`: whole products were compared. */
export function confirmationsOf(unchanged: readonly { entry: FetchedRecord; compared: boolean }[]): {
  confirmed: Confirmed[]
  over: DecisionEntry[]
} {
  const confirmed: Confirmed[] = []
  const over: DecisionEntry[] = []
  for (const { entry, compared } of unchanged) {
    const { key, head, pending, fetched, digest } = entry
    if (fetched.state !== 'present') continue
    // A new version that the page already shows: the partner reverted what an undo had reverted.
    const isOther = compared && digest !== head?.digest
    const { etag } = fetched
    if (isOther || (etag !== undefined && etag !== head?.etag))
      confirmed.push({ key, etag, digest: isOther ? digest : undefined })
    if (isOther && pending && skippedBy(pending) !== undefined) over.push({ key, value: pending })
  }
  return { confirmed, over }
}

/** Accepted versions that the partner has replaced by another one. */
export function lapsedOf(seen: readonly FetchedRecord[]): DecisionEntry[] {
  return seen.flatMap(({ key, head, pending, fetched, digest }) => {
    const said = fetched.state === 'unchanged' ? head?.digest : digest
    return pending && said !== undefined && hasLapsed(pending, said) ? [{ key, value: pending }] : []
  })
}
