import { hasLapsed, skippedBy, type PendingDecision } from '../../core/decisions/pending-decision.ts'
import type { RecordKey } from '../../core/record/record.ts'
import type { SnapshotHead } from '../../core/record/snapshot.ts'
import type { Fetched } from '../ports/partner.ts'
import type { Confirmed } from '../ports/snapshots.ts'

/** A record that the partner was asked for, with what the mirror knows of it. */
export type Seen = {
  key: RecordKey
  head: SnapshotHead | undefined
  pending: PendingDecision | undefined
  /** Its page was written without an asset that may be there by now. */
  lacks: boolean
  fetched: Fetched
  /** Of the product that came; undefined where none did. */
  digest: string | undefined
}

type CurrentState = { key: RecordKey; value: PendingDecision }

/** Whether a record is new or may differ from what its page shows. */
export function differs(templateDigest: string, { head, pending, lacks, fetched, digest }: Seen): boolean {
  if (fetched.state !== 'present' && fetched.state !== 'unchanged') return false
  if (pending?.kind === 'overwrite' || pending?.kind === 'accept' || lacks) return true
  if (head === undefined || head.state === 'retired' || head.template !== templateDigest) return true
  return fetched.state === 'present' && digest !== head.digest
}

/** What is to be noted of records whose pages need no write; `compared`: found out by comparing whole products. */
export function confirmationsOf(unchanged: readonly { entry: Seen; compared: boolean }[]): {
  confirmed: Confirmed[]
  over: CurrentState[]
} {
  const confirmed: Confirmed[] = []
  const over: CurrentState[] = []
  for (const { entry, compared } of unchanged) {
    const { key, head, pending, fetched, digest } = entry
    if (fetched.state !== 'present') continue
    // Another version than the last one, and the page shows it: the partner took back what an undo had put back.
    const isOther = compared && digest !== head?.digest
    const { etag } = fetched
    if (isOther || (etag !== undefined && etag !== head?.etag))
      confirmed.push({ key, etag, digest: isOther ? digest : undefined })
    if (isOther && pending && skippedBy(pending) !== undefined) over.push({ key, value: pending })
  }
  return { confirmed, over }
}

/** That a blank version was accepted is over once the partner says another. */
export function lapsedOf(seen: readonly Seen[]): CurrentState[] {
  return seen.flatMap(({ key, head, pending, fetched, digest }) => {
    const said = fetched.state === 'unchanged' ? head?.digest : digest
    return pending && said !== undefined && hasLapsed(pending, said) ? [{ key, value: pending }] : []
  })
}
