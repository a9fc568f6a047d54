import { fieldsUndone, versionNotShown } from '../../core/decisions/pending-decision.ts'
import type { WriteChange } from '../../core/run/change.ts'
import { showsMoved, type OutdatedFiles } from '../../core/media/outdated-files.ts'
import { changedFile, movedFile, olderBlock } from '../../core/plan/decide.ts'
import { rankAssets } from '../../core/record/assets.ts'
import { recordId, type RecordKey } from '../../core/record/record.ts'
import type { Run } from '../../core/run/run.ts'
import { withValues } from '../../lib/chunks.ts'
import type { SyncDeps } from '../deps.ts'
import { listOutdated } from '../plan/list-outdated.ts'
import { withoutDeleted } from '../plan/without-deleted.ts'
import { addNotes } from '../runs/add-notes.ts'
import { readOrUndefined } from '../runs/read-despite-damage.ts'
import { compact } from '../../lib/compact.ts'

/**
 * Plans updates of pages that show an older version of a file, because the partner changed the bytes but not the URL or
 * the record. Pages that show a file that the media library has lost are planned too. The snapshots are searched for
 * such pages only if a file has changed. A page stays listed until it is written.
 */
export async function planChangedFiles(deps: SyncDeps, run: Run): Promise<void> {
  if (run.kind === 'rebuild') return
  await listOutdated(deps, run)
  let [changed, moved] = [0, 0]
  for await (const listed of deps.outdatedFiles.scan()) {
    const ofMoved = await findMoved(deps, listed)
    const others = listed.map(({ key }) => key).filter((key) => !ofMoved.includes(key))
    changed += await planUpdates(deps, run, others)
    moved += await planUpdates(deps, run, ofMoved, movedFile)
  }
  await addNotes(deps, run.id, [
    ...(changed > 0 ? [{ code: 'changed-files' as const, count: changed }] : []),
    ...(moved > 0 ? [{ code: 'moved-files' as const, count: moved }] : []),
  ])
}

/** The pages that show the current files at URLs from before a move of the site. */
async function findMoved(
  deps: SyncDeps,
  listed: readonly { key: RecordKey; value: OutdatedFiles }[],
): Promise<RecordKey[]> {
  const keys = listed.map(({ key }) => key)
  const snapshots = new Map(
    withValues(keys, await readOrUndefined(keys, (some) => deps.snapshots.read(some))),
  )
  const urls = [...new Set(listed.flatMap(({ value }) => value.urls))]
  const known = await deps.media.assets(urls)
  const media = await deps.media.media(known.map((asset) => asset?.sha256 ?? ''))
  const byUrl = new Map(urls.map((url, index) => [url, media[index]]))
  return listed.flatMap(({ key, value }) => {
    const snapshot = snapshots.get(key)
    return snapshot !== undefined && showsMoved(snapshot, value, (url) => byUrl.get(url)) ? [key] : []
  })
}

/**
 * Plans updates of pages whose record is unchanged; `field` is the reason. A record with a problem in this run keeps
 * its page unchanged, and stays listed. A page that an editor deleted is created again only after a change of its
 * record.
 */
export async function planUpdates(
  deps: SyncDeps,
  run: Run,
  listed: readonly RecordKey[],
  field: string = changedFile,
): Promise<number> {
  const { gtins, languages } = run.scope
  const keys = listed.filter(
    ({ gtin, language }) => (gtins?.includes(gtin) ?? true) && (languages?.includes(language) ?? true),
  )
  const ids = keys.map(recordId)
  const [kinds, outcomes] = await Promise.all([
    deps.plans.kinds(run.id, ids),
    deps.undo.outcomes(run.id, ids),
  ])
  const untouched = keys.filter((_, index) => kinds[index] === undefined && outcomes[index] === undefined)
  const free = await withoutDeleted(deps, untouched)
  const snapshots = await readOrUndefined(free, (some) => deps.snapshots.read(some))
  const known = withValues(free, snapshots)
    // A page that an undo reverted as a whole stays as it is. A retired page only gets its notice again.
    .filter(([, snapshot]) => snapshot.state === 'mirrored' || field === olderBlock)
    .filter(([, snapshot]) => versionNotShown(snapshot) === undefined || fieldsUndone(snapshot) !== undefined)
  const changes = known.map(([key, { product, digest, pageId, etag }]): WriteChange =>
    compact({ ...key, kind: 'update', product, digest, etag, pageId, fields: [field] }),
  )
  await deps.plans.save(run.id, changes)
  const assets = known.flatMap(([, { state, product }]) =>
    state === 'mirrored' ? deps.renderer.assetsOf(product) : [],
  )
  await deps.plans.saveAssets(run.id, rankAssets(assets, deps.languages))
  return changes.length
}
