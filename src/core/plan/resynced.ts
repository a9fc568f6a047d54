import type { Snapshot } from '../record/snapshot.ts'
import type { Change } from '../run/change.ts'
import { compact } from '../../lib/compact.ts'

/**
 * Replaces a planned change whose product another run has synced since, because its version of the product may be the
 * older one. The page is compared with the last acknowledged version, because the change may have other reasons, such
 * as language links. Undefined if the other run left nothing to do.
 */
export function afterResync(change: Change, snapshot: Snapshot | undefined): Change | undefined {
  // The stage that writes the page reports an unreadable snapshot.
  if (change.kind === 'revert' || snapshot === undefined) return change
  if (snapshot.state === 'retired' || change.kind === 'retire') return undefined
  const { gtin, language } = change
  const { product, digest, etag, pageId } = snapshot
  const fields = change.kind === 'update' ? change.fields : []
  return compact({ gtin, language, kind: 'update', product, digest, pageId, fields, etag })
}
