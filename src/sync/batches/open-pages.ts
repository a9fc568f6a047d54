import { lastUnsaved } from '../../core/decisions/deferral.ts'
import type { Page } from '../../core/page/page.ts'
import type { SyncDeps } from '../deps.ts'

/**
 * The time of the last autosave of each page that is open in the editor, by page id. Costs a request for each page
 * whose newest revision is not that of our last write, and none for all others.
 */
export async function findOpenPages(
  deps: SyncDeps,
  candidates: readonly { page: Page; snapshot: { revision?: number } | undefined }[],
  signal: AbortSignal,
): Promise<Map<number, string>> {
  const open = new Map<number, string>()
  const suspects = candidates.filter(
    ({ page, snapshot }) => page.revision !== 0 && page.revision !== snapshot?.revision,
  )
  await Promise.all(
    suspects.map(async ({ page }) => {
      const autosaves = await deps.cms.readAutosaves(page.id, signal)
      const at = lastUnsaved(page, autosaves, deps.cms.clock() ?? deps.now().getTime())
      if (at !== undefined) open.set(page.id, at)
    }),
  )
  return open
}
