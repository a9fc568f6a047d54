import { olderVersion, type SnapshotHead } from './snapshot.ts'
import { isOwnValidator } from './own-validator.ts'
import { shortDigestOf } from '../text/digest.ts'

/** The time (ms) from the previous whole run, exclusive, to this one. */
export type FullReads = { from: number; to: number }

const periodMs = 7 * 24 * 3_600_000

/**
 * Whether a record is requested in full although its ETag is known. Every record has its turn once a week, spread over
 * the week, to detect ETags that do not change with the data.
 */
export function isTurn(id: string, { from, to }: FullReads): boolean {
  const phase = Number.parseInt(shortDigestOf(id), 16) % periodMs
  return Math.floor((to - phase) / periodMs) > Math.floor((from - phase) / periodMs)
}

/** Whether a response has other data under the ETag of the stored version. A digest of its bytes is not an ETag. */
export function contradictsEtag(
  head: Pick<SnapshotHead, 'digest' | 'etag' | 'state'> | undefined,
  sent: { etag?: string | undefined; digest: string | undefined },
): boolean {
  if (head?.etag === undefined || isOwnValidator(head.etag)) return false
  if (head.state === 'retired' || head.digest === olderVersion) return false
  return sent.digest !== undefined && sent.etag === head.etag && sent.digest !== head.digest
}
