import { removedImage } from '../../core/page/lost-image.ts'
import type { MirroredPage } from '../../core/page/mirrored-page.ts'
import type { Snapshot } from '../../core/record/snapshot.ts'
import type { SyncDeps } from '../deps.ts'
import { readOrUndefined } from './read-despite-damage.ts'

/** A page of ours with its snapshot. */
export type KnownPage = { mirrored: MirroredPage; snapshot: Snapshot | undefined }

/**
 * The pages whose featured image was deleted from the media library: the CMS then removes it from all pages, which is
 * not an edit. Only pages without the image that we set are checked in the library. An image that an editor had removed
 * before stays removed, even if its file is deleted later.
 */
export async function findLostImages(
  { cms, pageStates }: Pick<SyncDeps, 'cms' | 'pageStates'>,
  pages: readonly KnownPage[],
  signal: AbortSignal,
): Promise<ReadonlySet<MirroredPage>> {
  const without = pages.flatMap(({ mirrored, snapshot }) => {
    const id = removedImage(mirrored, snapshot)
    return id === undefined ? [] : [{ mirrored, id }]
  })
  if (without.length === 0) return new Set()
  const keys = without.map(({ mirrored }) => mirrored.key)
  const states = await readOrUndefined(keys, (some) => pageStates.read(some))
  const removed = without.filter(({ mirrored }, index) => {
    const state = states[index]
    return state?.pageId !== mirrored.page.id || !state.edited.includes('featuredMedia')
  })
  if (removed.length === 0) return new Set()
  const checks = await cms.checkMedia(
    removed.map(({ id }) => id),
    signal,
  )
  const lost = removed.filter(({ id }) => checks.get(id)?.state === 'gone')
  return new Set(lost.map(({ mirrored }) => mirrored))
}
