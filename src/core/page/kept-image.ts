import { withoutBanner } from '../markup/page-parts.ts'
import type { Media } from '../record/media.ts'
import type { Snapshot } from '../record/snapshot.ts'
import { ownTexts } from './own-texts.ts'
import type { MirroredPage } from './mirrored-page.ts'

const nothing = { title: '', excerpt: '', inner: '', featuredMedia: 0 }

/**
 * The image that we set on a page: its id as the featured image (0: none), and its entry in the block if it is shown
 * there.
 */
export type KeptImage = { featuredMedia: number; media?: Media }

/** Finds the image of ours that a page shows. Without a snapshot, the page's own block identifies it. */
export function keptImage(mirrored: MirroredPage, snapshot: Snapshot | undefined): KeptImage {
  const own = ownTexts(mirrored, snapshot ?? { base: nothing })
  const inner = snapshot?.base.inner ?? mirrored.inner ?? ''
  const shown = imagesIn(inner)
  const media = own.featuredMedia === 0 ? shown[0] : shown.find(({ id }) => id === own.featuredMedia)
  return { featuredMedia: own.featuredMedia || (media?.id ?? 0), ...(media && { media }) }
}

export function imagesIn(inner: string): Media[] {
  const found = withoutBanner(inner).matchAll(
    /<!-- wp:image (\{[^>]*\}) -->\s*<figure[^>]*><img [^>]*?src="([^"]+)"/g,
  )
  return [...found].flatMap(([, attributes = '', src = '']): Media[] => {
    const id = Number(/"id":(\d+)/.exec(attributes)?.[1] ?? 0)
    if (id === 0) return []
    const url = src.replaceAll('&amp;', '&')
    const media = { id, sha256: '', url, mime: 'image/*', bytes: 0 }
    const isLarge = attributes.includes('"sizeSlug":"large"')
    return [isLarge ? { ...media, large: { url, width: 0, height: 0 } } : media]
  })
}
