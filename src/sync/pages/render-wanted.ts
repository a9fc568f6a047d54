import { keptImage } from '../../core/page/kept-image.ts'
import { withKeptSizes } from '../../core/media/kept-size.ts'
import type { PageTexts } from '../../core/record/page.ts'
import type { TermOf } from '../../core/mapping/map-values.ts'
import type { MediaOf, PageLinks } from '../../core/render/view.ts'
import type { SyncDeps } from '../deps.ts'
import type { ResolvedItem } from './page-item.ts'
import { withoutScripts } from '../runs/script-right.ts'

/**
 * Files, terms and linked pages, as they are in the CMS, and whether pages may contain
 * JSON-LD.
 */
export type OnSite = { mediaOf: MediaOf; links: PageLinks; termOf: TermOf; jsonLd: boolean }

/**
 * Renders the wanted fields of a page. While the product's image is not in the media library, the page keeps its image:
 * a missing new image is no reason to remove the old one, unless the library has deleted it. The same holds for fields of
 * the map with files and terms.
 */
export function renderWanted(
  { renderer }: SyncDeps,
  {
    change,
    current,
    snapshot,
    lostImage,
  }: Pick<ResolvedItem, 'change' | 'current' | 'snapshot' | 'lostImage'>,
  { mediaOf, links, termOf, jsonLd }: OnSite,
): PageTexts {
  const { product } = change
  const render = (of: MediaOf): PageTexts => {
    const rendered = renderer.render(product, of, links, termOf)
    const texts = jsonLd ? rendered : withoutScripts(rendered)
    const unknown = renderer.mapped.filter((field) => texts[field] === undefined)
    const last = unknown.map((field) => [field, snapshot?.base[field] ?? null])
    return { ...texts, ...Object.fromEntries(last) }
  }
  const isUnavailable = product.image !== '' && mediaOf(product.image) === undefined
  const keeps = current.state === 'ours' || current.state === 'trashed'
  if (!isUnavailable || !keeps || lostImage) {
    const inner = snapshot?.base.inner ?? (keeps ? current.mirrored.inner : undefined) ?? ''
    return render(withKeptSizes(mediaOf, inner))
  }
  const { featuredMedia, media } = keptImage(current.mirrored, snapshot)
  const kept = render((url) => (url === product.image ? media : mediaOf(url)))
  return { ...kept, featuredMedia }
}
