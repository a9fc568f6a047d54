import { referenceOf } from '../markup/moved-address.ts'
import { withoutBanner } from '../markup/page-parts.ts'
import { fileKey } from '../text/signed-url.ts'
import type { Asset, Media } from '../record/media.ts'
import type { Snapshot } from '../record/snapshot.ts'
import { addressesIn, addressesOf } from './unused-media.ts'

/** URLs of files whose bytes changed since the page was written, or that the media library has lost. */
export type OutdatedFiles = { urls: string[] }

/**
 * The changed URLs among a product's assets that its page shows in an older version. `changed`: URL → SHA-256 of the new bytes; `media`: the
 * library's files by SHA-256.
 */
export function changedUrlsOf(
  { product, base, assets }: Pick<Snapshot, 'product' | 'base'> & { assets: readonly Asset[] },
  changed: ReadonlyMap<string, string>,
  media: ReadonlyMap<string, Media>,
): string[] {
  const shown = new Set(addressesIn(base.inner))
  // A template may show the image only as the featured image.
  const hasImages = withoutBanner(base.inner).includes('<img ')
  const image = fileKey(product.image)
  return assets.flatMap(({ url }) => {
    const sha256 = changed.get(url)
    if (sha256 === undefined) return []
    const now = media.get(sha256)
    if (now === undefined) return [url]
    const isThere = addressesOf(now).some((address) => shown.has(address))
    const isFeatured = base.featuredMedia === now.id
    const shows = url === image ? isFeatured && (isThere || !hasImages) : isThere
    return shows ? [] : [url]
  })
}

/** Whether a page shows all of these files, but with the URLs from before the site moved. */
export function showsMoved(
  { base }: Pick<Snapshot, 'base'>,
  { urls }: OutdatedFiles,
  mediaOf: (url: string) => Media | undefined,
): boolean {
  const shown = new Set(addressesIn(base.inner))
  const places = new Set([...shown].map((address) => referenceOf(address)))
  return urls.every((url) => {
    const media = mediaOf(url)
    const now = media === undefined ? [] : addressesOf(media)
    return (
      now.some((address) => places.has(referenceOf(address))) && !now.some((address) => shown.has(address))
    )
  })
}
