import { assetsOf } from '../record/assets.ts'
import type { Media } from '../record/media.ts'
import type { Snapshot } from '../record/snapshot.ts'

/** Addresses of files whose bytes changed since the page was written. */
export type OutdatedFiles = { urls: string[] }

/**
 * The changed addresses that a page shows in an older version. `changed`: address → SHA-256 of the new bytes; `media`: what
 * the library has, by SHA-256.
 */
export function changedUrlsOf(
  { product, base }: Pick<Snapshot, 'product' | 'base'>,
  changed: ReadonlyMap<string, string>,
  media: ReadonlyMap<string, Media>,
): string[] {
  return assetsOf(product).flatMap(({ url }) => {
    const sha256 = changed.get(url)
    if (sha256 === undefined) return []
    const now = media.get(sha256)
    const shows = now !== undefined && (base.featuredMedia === now.id || base.inner.includes(now.url))
    return shows ? [] : [url]
  })
}
