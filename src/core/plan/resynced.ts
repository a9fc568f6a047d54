import type { Snapshot } from '../record/snapshot.ts'
import type { Change } from './change.ts'

/**
 * What becomes of a planned change whose product another run has synced since it was planned: its version of the
 * product may be the older one. The page is compared once more with the version that was acknowledged last, because
 * the change may have other reasons, such as language links. Undefined: the other run has left nothing to do.
 */
export function afterResync(change: Change, snapshot: Snapshot | undefined): Change | undefined {
  // What writes the page reports a snapshot that cannot be read.
  if (change.kind === 'revert' || snapshot === undefined) return change
  if (snapshot.state === 'retired' || change.kind === 'retire') return undefined
  const { gtin, language } = change
  const { product, digest, etag, pageId } = snapshot
  const fields = change.kind === 'update' ? change.fields : []
  return {
    gtin,
    language,
    kind: 'update',
    product,
    digest,
    pageId,
    fields,
    ...(etag !== undefined && { etag }),
  }
}
