import { removedImage } from '../../core/page/lost-image.ts'
import type { Snapshot } from '../../core/record/snapshot.ts'
import type { SyncDeps } from '../deps.ts'
import type { ResolvedItem } from './page-item.ts'

type Found = Pick<ResolvedItem, 'current'>

/**
 * The pages whose featured image was deleted from the media library: the CMS then removes it from all pages, which is
 * not an edit. Only pages without the image that we set are checked in the library.
 */
export async function findLostImages<Item extends Found>(
  { cms }: SyncDeps,
  found: readonly Item[],
  snapshots: readonly (Snapshot | undefined)[],
  signal: AbortSignal,
): Promise<ReadonlySet<Item>> {
  const removed = found.flatMap((item, index): [Item, number][] => {
    const { current } = item
    if (current.state !== 'ours') return []
    const id = removedImage(current.mirrored, snapshots[index])
    return id === undefined ? [] : [[item, id]]
  })
  if (removed.length === 0) return new Set()
  const checks = await cms.checkMedia(
    removed.map(([, id]) => id),
    signal,
  )
  return new Set(removed.flatMap(([item, id]) => (checks.get(id)?.state === 'gone' ? [item] : [])))
}
