import { editedFields } from '../../core/page/compare-page.ts'
import { publicLink } from '../../core/page/links.ts'
import { staleBlock } from '../../core/page/compose.ts'
import { losesNotice } from '../../core/page/notice.ts'
import { pageStateOf } from '../../core/page/page-state.ts'
import { awaitedOn } from '../../core/page/waiting-draft.ts'
import type { RecordKey } from '../../core/record/record.ts'
import { staysInPlace, type Snapshot } from '../../core/record/snapshot.ts'
import type { SyncDeps } from '../deps.ts'
import { findLostImages } from '../runs/find-lost-images.ts'
import { readOrUndefined } from '../runs/read-despite-damage.ts'
import type { MirroredPage } from '../../core/page/mirrored-page.ts'

/**
 * Saves the editors' changes of pages, compared with their records' snapshots, and the pages' URLs; pages that do not
 * belong to a record are ignored.
 */
export async function saveSeenPages(
  deps: SyncDeps,
  seen: readonly (readonly [MirroredPage, Snapshot])[],
  signal: AbortSignal,
): Promise<void> {
  const at = deps.now().toISOString()
  const { pageStatus } = deps.policy
  const own = seen.filter(([{ page }, { pageId }]) => page.id === pageId)
  const lost = await findLostImages(
    deps,
    own.map(([mirrored, snapshot]) => ({ mirrored, snapshot })),
    signal,
  )
  await deps.snapshots.saveLinks(
    own.flatMap(([{ key, page }]) => {
      const link = publicLink(page)
      return link === undefined ? [] : [{ key, pageId: page.id, link }]
    }),
  )
  const keys = own.map(([{ key }]) => key)
  const states = await readOrUndefined(keys, (some) => deps.pageStates.read(some))
  await deps.pageStates.replace(
    own.map(([mirrored, snapshot], index) => {
      const { key, page } = mirrored
      const awaits = awaitedOn(mirrored, { isKnown: true, seen: states[index] })
      // The mirror itself withdrew the page of a retired record, unless an editor had done so before.
      if (snapshot.state === 'retired' && !staysInPlace(snapshot)) return { key, state: undefined }
      const differing = editedFields(mirrored, snapshot)
      const edited = lost.has(mirrored) ? differing.filter((field) => field !== 'featuredMedia') : differing
      return { key, state: pageStateOf(page, edited, { pageStatus, at, awaits }) }
    }),
  )
  const isStale = ([mirrored, snapshot]: (typeof own)[number]): boolean => {
    if (mirrored.page.status === 'trash') return false
    if (snapshot.state === 'mirrored') return staleBlock(mirrored, snapshot)
    return snapshot.retiredTo === 'notice' && losesNotice(mirrored, snapshot)
  }
  await deps.staleBlocks.mark(own.filter(isStale).map(([{ key }]) => key))
  await deps.staleBlocks.clear(own.filter((one) => !isStale(one)).map(([{ key }]) => key))
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
