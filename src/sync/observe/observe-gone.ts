import { slugOf, type RecordKey } from '../../core/record/record.ts'
import { inChunks } from '../../lib/chunks.ts'
import type { SyncDeps } from '../deps.ts'
import { readWhole } from '../runs/readable.ts'
import { observeChanged } from './observe-changed.ts'
import { saveGonePages } from './save-seen-pages.ts'

const perRequest = 100

/** Looks by id which mirrored pages were deleted permanently, and which came back; returns how many are gone. */
export async function observeGone(deps: SyncDeps, signal: AbortSignal): Promise<number> {
  let count = 0
  for (const language of await deps.snapshots.languages())
    for await (const scanned of deps.snapshots.scan(language)) {
      const mirrored = scanned
        .filter(({ head }) => head.state === 'mirrored')
        .map(({ gtin, head: { pageId } }) => ({ gtin, language, pageId }))
      for (const group of inChunks(mirrored, perRequest)) count += await observeGroup(deps, group, signal)
    }
  return count
}

async function observeGroup(
  deps: SyncDeps,
  records: readonly (RecordKey & { pageId: number })[],
  signal: AbortSignal,
): Promise<number> {
  const [existing, states] = await Promise.all([
    deps.cms.findExisting(
      records.map(({ pageId }) => pageId),
      signal,
    ),
    readWhole(records, (some) => deps.pageStates.read(some)),
  ])
  const gone = records.filter(({ pageId }) => !existing.has(pageId))
  await saveGonePages(deps, gone)
  await deps.observed.forget(gone.map(({ pageId }) => pageId))
  // A page from a backup may have any version.
  const back = records.filter(
    ({ pageId }, index) => existing.has(pageId) && states[index]?.state === 'deleted',
  )
  await observeChanged(
    deps,
    back.map(({ pageId: id, ...key }) => ({
      id,
      slug: slugOf(key),
      status: 'publish' as const,
      modifiedGmt: '',
      revision: 0,
    })),
    signal,
  )
  return gone.length
}
