import type { FileFacts, Row } from '../store/rows.ts'
import { escapeHtml, renderContent } from '../text/render.ts'
import { fileNameOf } from './keep-file.ts'
import { baseNameOf, withoutExtension } from './file-name.ts'
import { type Box, fitInto, makingOrder } from './pictures.ts'

/** Longest side of the image in a description, in pixels. */
const shownSide = 300
/** Wider copies are left out of `srcset`, in pixels. Default of the filter `max_srcset_image_width`. */
const widestOffer = 2048

type UrlOf = (path: string) => string
type Copy = Box & { readonly file: string }

/**
 * `description.rendered` of media, as `prepend_attachment` writes it: a link to the file that shows the image or the title, then the description. `urlOf` returns the public URL of a stored file.
 */
export function renderDescription(row: Row, urlOf: UrlOf): string {
  const { file } = row
  const title = row.title.trim() === '' ? escapeHtml(withoutExtension(fileNameOf(row))) : row.title
  const shown = file?.mime.startsWith('image/') === true ? picture(file, row.alt, urlOf) : title
  const address = urlOf(file?.path ?? '')
  return `<p class="attachment"><a href='${address}'>${shown}</a></p>\n${renderContent(row.content)}`
}

function picture(file: FileFacts, alt: string, urlOf: UrlOf): string {
  // WordPress outputs 1 × 1 if the size is unknown.
  const full = { width: file.width ?? 1, height: file.height ?? 1, file: baseNameOf(file.path) }
  const shown: Copy = file.sizes['medium'] ?? {
    ...fitInto(full, { width: shownSide, height: shownSide }),
    file: full.file,
  }
  const addressOf = (copy: Copy): string => urlOf(file.path.slice(0, -full.file.length) + copy.file)
  const offered = offers(file, full, shown).map((copy) => `${addressOf(copy)} ${copy.width}w`)
  const choice =
    offered.length < 2
      ? ''
      : ` srcset="${offered.join(', ')}" sizes="auto, (max-width: ${shown.width}px) 100vw, ${shown.width}px"`
  const size = `width="${shown.width}" height="${shown.height}"`
  const text = escapeHtml(alt.replace(/<[^>]*>/g, '').trim())
  return `<img loading="lazy" decoding="async" ${size} src="${addressOf(shown)}" class="attachment-medium size-medium" alt="${text}"${choice} />`
}

/** The entries of `srcset`: copies of the same shape, one for each width, the shown one first. */
function offers({ sizes, mime }: FileFacts, full: Copy, shown: Copy): Copy[] {
  const made = makingOrder.flatMap((name) => sizes[name] ?? [])
  if (made.length === 0) return []
  // Sub-sizes of an animated GIF are still images, so `srcset` never mixes them with the animated original.
  const moves = mime === 'image/gif' && sizes['thumbnail']?.mime === 'image/gif'
  if (moves && shown.file === full.file) return []
  const byWidth = new Map<number, Copy>([[shown.width, shown]])
  let found = false
  for (const copy of moves ? made : [...made, full]) {
    const isShown = copy.file === shown.file
    if (!sameShape(copy, shown) || (copy.width > widestOffer && !isShown)) continue
    found ||= isShown
    byWidth.set(isShown ? shown.width : copy.width, copy)
  }
  return found ? [...byWidth.values()] : []
}

/** True if the smaller box is the larger one scaled down, within one pixel. See `wp_image_matches_ratio`. */
function sameShape(one: Box, other: Box): boolean {
  const [large, small] = one.width > other.width ? [one, other] : [other, one]
  const scaled = fitInto(large, { width: small.width, height: 0 })
  return Math.abs(scaled.width - small.width) <= 1 && Math.abs(scaled.height - small.height) <= 1
}
