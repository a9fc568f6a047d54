import { editedFields } from '../../core/page/compare-page.ts'
import { publicLink } from '../../core/page/links.ts'
import { staleBlock } from '../../core/page/compose.ts'
import { pageStateOf } from '../../core/page/page-state.ts'
import type { Page } from '../../core/record/page.ts'
import type { RecordKey } from '../../core/record/record.ts'
import type { Snapshot } from '../../core/record/snapshot.ts'
import type { SyncDeps } from '../deps.ts'
import { readPage } from '../../core/page/mirrored-page.ts'

/**
 * Saves the editors' changes of pages, compared with their records' snapshots, and the pages' URLs; pages that do not
 * belong to a record are ignored.
 */
export async function saveSeenPages(
  deps: SyncDeps,
  seen: readonly (readonly [RecordKey & { page: Page }, Snapshot])[],
): Promise<void> {
  const at = deps.now().toISOString()
  const { pageStatus } = deps.policy
  const own = seen.filter(([{ page }, { pageId }]) => page.id === pageId)
  await deps.snapshots.saveLinks(
    own.flatMap(([{ gtin, language, page }]) => {
      const link = publicLink(page)
      return link === undefined ? [] : [{ key: { gtin, language }, pageId: page.id, link }]
    }),
  )
  await deps.pageStates.replace(
    own.map(([{ gtin, language, page }, snapshot]) => {
      const key = { gtin, language }
      // The mirror itself withdrew the page of a retired record, unless an editor had done so before.
      if (snapshot.state === 'retired' && snapshot.retiredTo !== 'keep') return { key, state: undefined }
      const edited = editedFields(readPage(key, page), snapshot)
      return { key, state: pageStateOf(page, edited, { pageStatus, at }) }
    }),
  )
  const isStale = ([{ gtin, language, page }, snapshot]: (typeof own)[number]): boolean =>
    snapshot.state === 'mirrored' &&
    page.status !== 'trash' &&
    staleBlock(readPage({ gtin, language }, page), snapshot)
  await deps.staleBlocks.mark(own.filter(isStale).map(([key]) => key))
  await deps.staleBlocks.clear(own.filter((one) => !isStale(one)).map(([key]) => key))
}

/** Saves that pages were deleted permanently. */
export async function saveGonePages(
  deps: SyncDeps,
  gone: readonly (RecordKey & { pageId: number })[],
): Promise<void> {
  const since = deps.now().toISOString()
  await deps.pageStates.replace(
    gone.map(({ gtin, language, pageId }) => ({
      key: { gtin, language },
      state: { state: 'deleted', pageId, edited: [], since },
    })),
  )
}
