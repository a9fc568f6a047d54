import { keptImage } from '../../core/page/kept-image.ts'
import type { PageTexts } from '../../core/record/page.ts'
import type { MediaOf } from '../../core/render/view.ts'
import type { SyncDeps } from '../deps.ts'
import type { ResolvedItem } from './page-item.ts'

type Others = Parameters<SyncDeps['renderer']['render']>[2]

/**
 * Renders the wanted fields of a page. While the product's image is not in the media library, the page keeps its image:
 * a missing new image is no reason to remove the old one, unless the library has deleted it.
 */
export function renderWanted(
  { renderer }: SyncDeps,
  {
    change,
    current,
    snapshot,
    lostImage,
  }: Pick<ResolvedItem, 'change' | 'current' | 'snapshot' | 'lostImage'>,
  mediaOf: MediaOf,
  others: Others,
): PageTexts {
  const { product } = change
  const isUnavailable = product.image !== '' && mediaOf(product.image) === undefined
  const keeps = current.state === 'ours' || current.state === 'trashed'
  if (!isUnavailable || !keeps || lostImage) return renderer.render(product, mediaOf, others)
  const { featuredMedia, media } = keptImage(current.mirrored, snapshot)
  const kept = renderer.render(product, (url) => (url === product.image ? media : mediaOf(url)), others)
  return { ...kept, featuredMedia }
}
