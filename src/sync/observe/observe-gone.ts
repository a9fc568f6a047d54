import type { RecordKey } from '../../core/record/record.ts'
import { inChunks } from '../../lib/chunks.ts'
import type { SyncDeps } from '../deps.ts'
import { readOrUndefined } from '../runs/read-despite-damage.ts'
import { observeChanged, unknownVersion } from './observe-changed.ts'
import { observeOwners } from './observe-owners.ts'
import { saveGonePages } from './save-seen-pages.ts'

const perRequest = 100

/**
 * Determines by id which mirrored pages were deleted permanently, which returned, and which lists omit; returns how
 * many are gone. Earlier changes than `border` are not compared.
 */
export async function observeGone(deps: SyncDeps, border: string, signal: AbortSignal): Promise<number> {
  await forgetGone(deps, border, signal)
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

/** A page that is gone must not appear as a new loss in the next run. */
async function forgetGone({ cms, observed }: SyncDeps, border: string, signal: AbortSignal): Promise<void> {
  for await (const known of observed.scanKnown(border))
    for (const group of inChunks(known, perRequest)) {
      const existing = await cms.findExisting(group, signal)
      await observed.forget(group.filter((id) => !existing.has(id)))
    }
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
    readOrUndefined(records, (some) => deps.pageStates.read(some)),
  ])
  const gone = records.filter(({ pageId }) => !existing.has(pageId))
  await saveGonePages(deps, gone)
  // A page from a backup may have any version. A page that lists omit may have a status of a plugin, which hides it.
  const back = records.filter(({ pageId }, index) => {
    const state = states[index]?.state
    return existing.get(pageId) === 'omitted'
      ? state !== 'hidden'
      : existing.has(pageId) && state === 'deleted'
  })
  const { others } = await observeChanged(deps, back.map(unknownVersion), signal)
  await observeOwners(deps, others, signal)
  return gone.length
}
