import { escapeAttribute } from '../text/escape.ts'
import type { MediaOf } from '../render/view.ts'
import type { Snapshot } from '../record/snapshot.ts'
import type { MirroredPage } from './mirrored-page.ts'

/**
 * The files for the next version of a page: an image that it shows in full keeps that size, although smaller ones exist
 * by now. Without a snapshot, the page's own block identifies the size.
 */
export function withKeptSizes(
  mediaOf: MediaOf,
  mirrored: Pick<MirroredPage, 'inner'>,
  snapshot: Pick<Snapshot, 'base'> | undefined,
): MediaOf {
  const inner = snapshot?.base.inner ?? mirrored.inner ?? ''
  return (url) => {
    const media = mediaOf(url)
    if (media?.large === undefined || !inner.includes(`src="${escapeAttribute(media.url)}"`)) return media
    const { large: _, ...full } = media
    return full
  }
}
