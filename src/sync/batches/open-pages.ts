import type { SimpleReason } from '../../core/reasons/reason.ts'
import { lastUnsaved } from '../../core/decisions/deferral.ts'
import type { Page } from '../../core/record/page.ts'
import type { SyncDeps } from '../deps.ts'

/**
 * By page id: the time of the last autosave of pages that are open in the editor, and why this is unknown for others.
 */
export type OpenPages = { open: Map<number, string>; unclear: Map<number, SimpleReason> }

/**
 * Finds the pages that are open in the editor. Sends a request only for pages whose newest revision is not that of our
 * last write.
 */
export async function findOpenPages(
  deps: SyncDeps,
  candidates: readonly { page: Page; snapshot: { revision?: number } | undefined }[],
  signal: AbortSignal,
): Promise<OpenPages> {
  const open = new Map<number, string>()
  const unclear = new Map<number, SimpleReason>()
  const suspects = candidates.filter(
    ({ page, snapshot }) => page.revision !== 0 && page.revision !== snapshot?.revision,
  )
  await Promise.all(
    suspects.map(async ({ page }) => {
      const autosaves = await deps.cms.readAutosaves(page.id, signal)
      if ('unreadable' in autosaves) {
        const { id: pageId, link } = page
        unclear.set(pageId, { code: 'unreadable-autosaves', pageId, link, detail: autosaves.unreadable })
        return
      }
      const at = lastUnsaved(page, autosaves, deps.cms.clock() ?? deps.now().getTime())
      if (at !== undefined) open.set(page.id, at)
    }),
  )
  return { open, unclear }
}
