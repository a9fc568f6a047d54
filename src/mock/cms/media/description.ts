import type { FileFacts, Row } from '../store/rows.ts'
import { escapeHtml, renderContent } from '../text/render.ts'
import { fileNameOf } from './keep-file.ts'
import { baseNameOf, withoutExtension } from './file-name.ts'
import { type Box, fitInto, makingOrder } from './pictures.ts'

/** Longest side in pixels of the picture that a description shows. */
const shownSide = 300
/** Wider copies are not offered to browsers, in pixels. */
const widestOffer = 2048

type UrlOf = (path: string) => string
type Copy = Box & { readonly file: string }

/**
 * `description.rendered` of media: a link to the file that shows the picture or the title, then the text. `urlOf` tells
 * the public address of a stored file.
 */
export function renderDescription(row: Row, urlOf: UrlOf): string {
  const { file } = row
  const title = row.title.trim() === '' ? escapeHtml(withoutExtension(fileNameOf(row))) : row.title
  const shown = file?.mime.startsWith('image/') === true ? picture(file, row.alt, urlOf) : title
  const address = urlOf(file?.path ?? '')
  return `<p class="attachment"><a href='${address}'>${shown}</a></p>\n${renderContent(row.content)}`
}

function picture(file: FileFacts, alt: string, urlOf: UrlOf): string {
  // Where the size is unknown, the engine says 1.
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

/** Copies of the same shape for a browser to choose from, one of each width, the shown one first. */
function offers({ sizes, mime }: FileFacts, full: Copy, shown: Copy): Copy[] {
  const made = makingOrder.flatMap((name) => sizes[name] ?? [])
  if (made.length === 0) return []
  // Sub-sizes of a moving picture stand still, so the whole one is never offered beside them.
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

/** True when the smaller box is the larger one scaled down, give or take a pixel. */
function sameShape(one: Box, other: Box): boolean {
  const [large, small] = one.width > other.width ? [one, other] : [other, one]
  const scaled = fitInto(large, { width: small.width, height: 0 })
  return Math.abs(scaled.width - small.width) <= 1 && Math.abs(scaled.height - small.height) <= 1
}
