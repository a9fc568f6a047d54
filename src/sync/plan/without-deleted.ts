import type { RecordKey } from '../../core/record/record.ts'
import type { ReadsOf } from '../deps.ts'
import { readSkippingDamaged } from '../runs/read-despite-damage.ts'

/**
 * The records whose page no editor has deleted, in order. A deleted page is created again only if its record changes.
 * Records with a damaged page state are left out, because their page may be deleted.
 */
export async function withoutDeleted<K extends RecordKey>(
  { pageStates }: ReadsOf<'pageStates'>,
  keys: readonly K[],
): Promise<K[]> {
  const { keys: sound, found } = await readSkippingDamaged(keys, (some) => pageStates.read(some))
  return sound.filter((_, index) => found[index]?.state !== 'deleted')
}
