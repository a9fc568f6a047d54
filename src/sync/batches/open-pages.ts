import { lastUnsaved } from '../../core/decisions/deferral.ts'
import type { Page } from '../../core/page/page.ts'
import type { SyncDeps } from '../deps.ts'

/** When each page's unsaved work was last kept, by page id; only pages that are open in the editor. */
export async function readOpen(
  deps: Pick<SyncDeps, 'cms' | 'now'>,
  pages: readonly Page[],
  signal: AbortSignal,
): Promise<Map<number, string>> {
  const open = new Map<number, string>()
  await Promise.all(
    pages.map(async (page) => {
      const autosaves = await deps.cms.readAutosaves(page.id, signal)
      const at = lastUnsaved(page, autosaves, deps.cms.clock() ?? deps.now().getTime())
      if (at !== undefined) open.set(page.id, at)
    }),
  )
  return open
}

/** Whether a page may hold unsaved work: its newest revision is not the one that our last write left. */
export function mayBeOpen(page: Page, snapshot: { revision?: number } | undefined): boolean {
  return page.revision !== 0 && page.revision !== snapshot?.revision
}
