import { referenceOf } from '../markup/moved-address.ts'
import { withoutBanner } from '../markup/page-parts.ts'
import { fileKey } from '../text/signed-url.ts'
import type { MappedValues } from '../record/mapped.ts'
import type { Asset, Media } from '../record/media.ts'
import type { PageTexts } from '../record/page.ts'
import type { Snapshot } from '../record/snapshot.ts'
import { addressesIn, addressesOf } from './unused-media.ts'

/** URLs of files whose bytes changed since the page was written, or that the media library has lost. */
export type OutdatedFiles = { urls: string[] }

/** `mappedFiles`: the ids of the mapped fields that show a file, if the library has the files that `mediaOf` returns. */
type ShownFiles = Pick<Snapshot, 'product' | 'base'> & {
  assets: readonly Asset[]
  mappedFiles: (mediaOf: (url: string) => Media | undefined) => MappedValues
}

/**
 * The changed URLs among a product's assets that its page shows in an older version. A deleted file that was uploaded
 * again may have its former URL in the library, but never its former id, which mapped fields contain. `changed`: URL →
 * SHA-256 of the new bytes; `media`: the library's files by SHA-256.
 */
export function changedUrlsOf(
  { product, base, assets, mappedFiles }: ShownFiles,
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
    const inFields = mappedFiles((other) => (fileKey(other) === url ? now : undefined))
    return shows && !hasOther(base, inFields) ? [] : [url]
  })
}

/** Whether one of these fields of a page has the id of another file. */
function hasOther(base: PageTexts, fields: MappedValues): boolean {
  const before: Readonly<Record<string, unknown>> = base
  return Object.entries(fields).some(
    ([field, id]) => typeof before[field] === 'number' && typeof id === 'number' && before[field] !== id,
  )
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
