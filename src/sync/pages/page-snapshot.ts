import { pastAfter } from '../../core/page/compose.ts'
import type { PageTexts } from '../../core/page/page.ts'
import type { Snapshot } from '../../core/record/snapshot.ts'
import type { SyncDeps } from '../deps.ts'
import type { PageItem } from './page-item.ts'

/** The page that a snapshot is of; `before` is the snapshot that it replaces. */
type Shown = { pageId: number; base: PageTexts; before: Snapshot | undefined }

/** The snapshot that acknowledges a change whose page has these base texts. */
export function snapshotOf(
  deps: Pick<SyncDeps, 'renderer' | 'now'>,
  runId: string,
  { change: { product, digest, etag }, links }: Pick<PageItem, 'change' | 'links'>,
  { pageId, base, before }: Shown,
): Snapshot {
  const past = pastAfter(before, base.inner)
  return {
    digest,
    template: deps.renderer.digest,
    pageId,
    state: 'mirrored',
    ...(etag !== undefined && { etag }),
    ...(links !== undefined && { links }),
    product,
    base,
    runId,
    writtenAt: deps.now().toISOString(),
    ...(past.length > 0 && { past }),
    ...(before?.revision !== undefined && { revision: before.revision }),
  }
}
