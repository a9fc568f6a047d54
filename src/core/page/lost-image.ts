import type { Snapshot } from '../record/snapshot.ts'
import { imagesIn } from './kept-image.ts'
import { digestOfText } from '../merge/text-digests.ts'
import { digestsOn, type MirroredPage } from './mirrored-page.ts'

/**
 * The image of ours that a page lost: an editor removed it, or the CMS did when the attachment was deleted. Without a
 * snapshot, the page's own block identifies it.
 */
export function removedImage(mirrored: MirroredPage, snapshot: Snapshot | undefined): number | undefined {
  if (mirrored.page.featuredMedia !== 0) return undefined
  if (snapshot !== undefined) return snapshot.base.featuredMedia || undefined
  const digests = digestsOn(mirrored)
  const shown = imagesIn(mirrored.inner ?? '')
  return shown.find(({ id }) => digestOfText('featuredMedia', id) === digests?.featuredMedia)?.id
}
