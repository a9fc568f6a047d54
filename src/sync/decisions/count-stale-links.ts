import type { Stores } from '../../store/stores.ts'

/** The number of products, or at least of languages, to whose pages mirrored pages may link with an outdated URL. */
export async function countStaleLinks({ snapshots, staleLinks, movedLanguages }: Stores): Promise<number> {
  // A first plan marks the links between pages that do not exist yet.
  if ((await snapshots.countMirrored()) === 0) return 0
  const [products, languages] = await Promise.all([staleLinks.count(), movedLanguages.read()])
  return Math.max(products, languages.length)
}
