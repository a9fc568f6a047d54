import type { Product } from '../record/product.ts'
import type { RecordKey } from '../record/record.ts'
import type { Snapshot } from '../record/snapshot.ts'
import type { Change } from './change.ts'
import { changedFields } from './diff.ts'
import { suspectBlanks } from './blanks.ts'
import type { PendingDecision } from '../decisions/pending-decision.ts'

/** What a record's fetch leads to; `suspect` is held back with its reason. */
export type Decision =
  | { kind: 'unchanged' }
  | { kind: 'suspect'; reason: string; digest: string }
  | { kind: 'change'; change: Change }

/** Stands among an update’s fields for assets that the page was written without. */
export const lackedMedia = 'media'

/** What stands for a person's decision among an update's fields. */
export const settled = 'settled'

/**
 * Compares a product with what the CMS acknowledged last. `templateDigest` stands for the template and labels in
 * use: a page rendered by others is written anew. An `order` to overwrite asks for an update whatever changed, one to
 * accept this very version clears it of suspicion, and brings it back after an undo. A page that lacks an asset
 * (`lacks`) is written again for it.
 */
export function decide(
  key: RecordKey,
  wanted: { product: Product; digest: string; etag?: string },
  snapshot: Snapshot | undefined,
  templateDigest: string,
  pending?: PendingDecision,
  lacks = false,
): Decision {
  if (snapshot === undefined) return { kind: 'change', change: { ...key, ...wanted, kind: 'create' } }
  const accepted = pending?.kind === 'accept' && pending.digest === wanted.digest
  const isSame = snapshot.digest === wanted.digest
  // After an undo the page shows an older product than the partner's version that was undone, and keeps to it.
  const shown = isSame && !accepted ? { ...wanted, product: snapshot.product } : wanted
  const suspicion = accepted ? undefined : suspectBlanks(snapshot.product, shown.product)
  if (suspicion !== undefined) return { kind: 'suspect', reason: suspicion, digest: wanted.digest }
  const { pageId } = snapshot
  if (snapshot.state === 'retired')
    return { kind: 'change', change: { ...key, ...shown, kind: 'restore', pageId } }
  const fields = changedFields(snapshot.product, shown.product)
  if (snapshot.template !== templateDigest) fields.push('template')
  if (pending?.kind === 'overwrite' || (accepted && isSame)) fields.push(settled)
  if (lacks) fields.push(lackedMedia)
  if (fields.length === 0) return { kind: 'unchanged' }
  return { kind: 'change', change: { ...key, ...shown, kind: 'update', pageId, fields } }
}
