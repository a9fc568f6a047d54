import { escapeAttribute } from '../text/escape.ts'
import type { MediaOf } from '../render/view.ts'

/**
 * The files for the next version of a page: an image that the page shows in full keeps that size, although smaller ones
 * exist by now. `inner`: the content of its mirrored block.
 */
export function withKeptSizes(mediaOf: MediaOf, inner: string): MediaOf {
  return (url) => {
    const media = mediaOf(url)
    if (media?.large === undefined || !inner.includes(`src="${escapeAttribute(media.url)}"`)) return media
    const { large: _, ...full } = media
    return full
  }
}
