import type { RetireReason } from '../run/change.ts'

/** The presence of a page's record in the lists that a run read. */
export type Listing = {
  language: string
  /** Whether the catalogue has the product. */
  inCatalog: boolean
  /** Catalogue entries that could not be read; each may be a product. */
  unreadable: number
  /** The languages that the run mirrors: those that the partner lists and `LANGUAGES` includes. */
  mirrored: readonly string[]
  /** `LANGUAGES`. */
  wanted: 'all' | readonly string[]
}

/**
 * Why a page is about to leave the mirror, and whether one run is enough to conclude that. A catalogue or list of the
 * partner may be incomplete for one night. A language that the operator names in `LANGUAGES` stays even if the partner
 * does not list it.
 */
export function judgeListing(
  listing: Listing,
): { reason: RetireReason; isSure: boolean } | 'hidden' | undefined {
  const { language, inCatalog, unreadable, mirrored, wanted } = listing
  const isNamed = wanted !== 'all' && wanted.includes(language)
  const isMissing = !mirrored.includes(language) && !isNamed
  if (isMissing && wanted !== 'all') return { reason: 'language no longer mirrored', isSure: true }
  if (!inCatalog) return unreadable > 0 ? 'hidden' : { reason: 'left the catalogue', isSure: false }
  return isMissing ? { reason: 'language no longer mirrored', isSure: false } : undefined
}
