import type { RecordKey } from '../record/record.ts'
import type { Snapshot } from '../record/snapshot.ts'
import { imagesIn } from './kept-image.ts'
import { currentTexts } from './compose.ts'
import type { Page } from '../record/page.ts'
import { digestOfText, digestsOn } from '../merge/text-digests.ts'

/**
 * The image of ours that a page lost: an editor removed it, or the CMS did when the attachment was deleted. Without a
 * snapshot, the page's own block identifies it.
 */
export function removedImage(key: RecordKey, page: Page, snapshot: Snapshot | undefined): number | undefined {
  if (page.featuredMedia !== 0) return undefined
  if (snapshot !== undefined) return snapshot.base.featuredMedia || undefined
  const digests = digestsOn(key, page.content)
  const shown = imagesIn(currentTexts(key, page).inner ?? '')
  return shown.find(({ id }) => digestOfText('featuredMedia', id) === digests?.featuredMedia)?.id
}
