import { entriesOf, type MappedValue, type Shared } from '../record/mapped.ts'

/**
 * Three-way merge of a set: the partner's changes are applied to the current entries. An entry that an editor added
 * stays, and one that an editor removed stays removed. This never causes a conflict.
 */
export function mergeSet(
  base: MappedValue | undefined,
  current: MappedValue | undefined,
  wanted: Shared,
): Shared {
  const wants = new Set(wanted.shared)
  const had = new Set(entriesOf(base))
  const stays = entriesOf(current).filter((entry) => wants.has(entry) || !had.has(entry))
  const added = wanted.shared.filter((entry) => !had.has(entry))
  return { shared: [...new Set([...stays, ...added])] }
}
