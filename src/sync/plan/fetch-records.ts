import pLimit from 'p-limit'
import { hasLapsed, skippedBy, type PendingDecision } from '../../core/decisions/pending-decision.ts'
import { changedFields } from '../../core/plan/diff.ts'
import { digestOf } from '../../core/text/digest.ts'
import { contradictsEtag, isTurn } from '../../core/record/full-read.ts'
import { recordId, type RecordKey } from '../../core/record/record.ts'
import type { Snapshot, SnapshotHead } from '../../core/record/snapshot.ts'
import { withValues } from '../../lib/chunks.ts'
import { LimitedError } from '../../lib/errors.ts'
import type { ChunkTables, SyncDeps } from '../deps.ts'
import type { Fetched } from '../ports/partner.ts'
import type { Confirmed } from '../ports/stored.ts'
import { readOrUndefined } from '../runs/read-despite-damage.ts'
import { addNotes } from '../runs/add-notes.ts'

/** The stored data of a record before it is requested. */
export type StoredRecord = {
  key: RecordKey
  head: SnapshotHead | undefined
  pending: PendingDecision | undefined
  /** Its page misses an asset that may be available now. */
  missesAsset: boolean
  /** The URLs of these assets. */
  missing: readonly string[]
  /** Its page is written again in any case. */
  rewrite: boolean
  /** The fields for which its page waits as a draft of ours; undefined if it is none. */
  awaits: readonly string[] | undefined
}

/** A record with the partner's response, and the digest of the product if one was received. */
export type FetchedRecord = StoredRecord & { fetched: Fetched; digest: string | undefined }

/** `inFull`: no record is requested conditionally. */
type Request = { runId: string; inFull: boolean; etags: ChunkTables['etags'] }

/**
 * Requests each record from the partner; `rest` holds the GTINs that a rate limit left for later. If a response shows
 * that the ETags do not change with the data, records with an unchanged ETag are requested in full, here and from now
 * on.
 */
export async function fetchRecords(
  deps: SyncDeps,
  { runId, inFull, etags: { turns, fault } }: Request,
  records: readonly StoredRecord[],
  signal: AbortSignal,
): Promise<{ fetched: FetchedRecord[]; rest: string[]; limited: LimitedError | undefined }> {
  const limit = pLimit(deps.concurrency)
  const done = new Map<string, FetchedRecord>()
  const rest: string[] = []
  let limited: LimitedError | undefined
  const isConditional = ({ key, pending }: StoredRecord): boolean =>
    // Without an ETag the partner sends the accepted version again, although it was received before.
    pending?.kind !== 'accept' && (turns === undefined || !isTurn(recordId(key), turns))
  const fetchOne = async (record: StoredRecord, etag: string | undefined): Promise<void> => {
    const { key } = record
    try {
      const fetched = await deps.partner.fetchProduct(key, etag, signal)
      const digest = fetched.state === 'present' ? digestOf(fetched.product) : undefined
      done.set(recordId(key), { ...record, fetched, digest })
    } catch (error) {
      if (!(error instanceof LimitedError)) throw error
      limited = error
      done.delete(recordId(key))
      rest.push(key.gtin)
    }
  }
  const fetchAll = (some: readonly StoredRecord[], isInFull: boolean) =>
    Promise.all(
      some.map((record) =>
        limit(fetchOne, record, !isInFull && isConditional(record) ? record.head?.etag : undefined),
      ),
    )
  await fetchAll(records, inFull || fault !== undefined)
  const faulty = fault === undefined ? await findFaulty(deps, [...done.values()]) : undefined
  if (faulty) {
    await deps.etags.saveFault(recordId(faulty.key))
    await fetchAll(
      [...done.values()].filter(({ fetched }) => fetched.state === 'unchanged'),
      true,
    )
  }
  const known = fault ?? (faulty && recordId(faulty.key))
  if (known !== undefined) await addNotes(deps, runId, [{ code: 'wrong-etags', recordId: known }])
  // The next try starts with another one, because a rate limit on a single record must not block the others
  // permanently.
  const [first, ...others] = rest
  return { fetched: [...done.values()], rest: first === undefined ? [] : [...others, first], limited }
}

/** A record whose page shows another version than the one with the same ETag. */
async function findFaulty(
  { snapshots }: SyncDeps,
  fetched: readonly FetchedRecord[],
): Promise<FetchedRecord | undefined> {
  const found = fetched.flatMap((record) => {
    const { head, digest } = record
    if (record.fetched.state !== 'present') return []
    const { etag, product } = record.fetched
    return contradictsEtag(head, { etag, digest }) ? [{ key: record.key, record, product }] : []
  })
  if (found.length === 0) return undefined
  const stored = withValues(
    found,
    await readOrUndefined(
      found.map(({ key }) => key),
      (some) => snapshots.read(some),
    ),
  )
  return stored.find(([{ product }, snapshot]) => changedFields(snapshot.product, product).length > 0)?.[0]
    .record
}

/** Whether a record is new or may differ from its page. */
export function mayDiffer(
  { head, pending, missesAsset, rewrite, awaits, fetched, digest }: FetchedRecord,
  templateDigest: string,
): boolean {
  if (!isListed({ fetched })) return false
  if (awaits !== undefined) return true
  if (pending?.kind === 'overwrite' || pending?.kind === 'accept' || missesAsset || rewrite) return true
  if (head === undefined || head.state === 'retired' || head.template !== templateDigest) return true
  return fetched.state === 'present' && digest !== head.digest
}

/** Whether the partner has the record. */
export function isListed({ fetched }: Pick<FetchedRecord, 'fetched'>): boolean {
  return fetched.state === 'present' || fetched.state === 'unchanged'
}

type DecisionEntry = { key: RecordKey; value: PendingDecision }

/** The data to save about records whose pages need no write, and the decisions that it completes. */
export function confirmationsOf(unchanged: readonly (FetchedRecord & { snapshot: Snapshot | undefined })[]): {
  confirmed: Confirmed[]
  over: DecisionEntry[]
} {
  const confirmed: Confirmed[] = []
  const over: DecisionEntry[] = []
  for (const { key, head, pending, fetched, digest, snapshot } of unchanged) {
    if (fetched.state !== 'present') continue
    // A new version that the page already shows: the partner made the same reversal as an undo. A version that only
    // looks the same, such as a list in another order, is not stored.
    const isOther =
      digest !== head?.digest && (snapshot === undefined || digestOf(snapshot.product) === digest)
    const { etag } = fetched
    if (isOther || (etag !== undefined && etag !== head?.etag))
      confirmed.push({ key, etag, digest: isOther ? digest : undefined })
    if (isOther && pending && skippedBy(pending) !== undefined) over.push({ key, value: pending })
  }
  return { confirmed, over }
}

/** Accepted versions that the partner has replaced by another one. */
export function lapsedDecisions(records: readonly FetchedRecord[]): DecisionEntry[] {
  return records.flatMap(({ key, head, pending, fetched, digest }) => {
    const current = fetched.state === 'unchanged' ? head?.digest : digest
    return pending && current !== undefined && hasLapsed(pending, current) ? [{ key, value: pending }] : []
  })
}
