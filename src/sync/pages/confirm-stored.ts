import type { Page } from '../../core/page/page.ts'
import { digestsOn } from '../../core/page/text-digests.ts'
import type { SyncDeps } from '../deps.ts'
import type { PendingWrite } from './page-item.ts'

export const notStored = 'the CMS accepted the update (HTTP 200) but did not store the text'

/**
 * The page after an accepted update; undefined if it still has the digests from before the update. A response that
 * shows the old digests is not proof, because a cache may have returned it: the page is requested once more.
 */
export async function confirmStored(
  deps: Pick<SyncDeps, 'cms'>,
  write: PendingWrite,
  answered: Page,
  signal: AbortSignal,
): Promise<Page | undefined> {
  if (!showsOldTexts(write, answered)) return answered
  const [now] = await deps.cms.readPages([answered.id], signal)
  return now === undefined || showsOldTexts(write, now) ? undefined : now
}

/** Without digests in all three places, nothing is concluded: a plugin may remove classes. */
function showsOldTexts({ item, body }: PendingWrite, page: Page): boolean {
  if (item.kind === 'new' || body.content === undefined) return false
  const [before, sent, shown] = [item.page.content, body.content, page.content].map((content) =>
    JSON.stringify(digestsOn(item.change, content)),
  )
  return shown !== undefined && shown === before && shown !== sent
}
