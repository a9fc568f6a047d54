import { isWithdrawn } from '../../core/page/page-state.ts'
import type { Failing } from '../../core/decisions/quarantine.ts'
import type { Site } from '../../core/page/links.ts'
import { recordId, type RecordKey } from '../../core/record/record.ts'
import type { SnapshotHead } from '../../core/record/snapshot.ts'
import type { SyncDeps } from '../deps.ts'
import { readOrUndefined } from '../runs/read-despite-damage.ts'

/** The data from which URLs of future pages follow. */
export async function readSite({ parents, postType, policy }: SyncDeps): Promise<Site> {
  const [addresses, type] = await Promise.all([parents.addresses(), postType.read()])
  return { addresses, rootSlug: policy.rootSlug, cmsType: policy.cmsType, postType: type }
}

/** Whether visitors see a page, and its last known URL. */
type Place = { isPublic: boolean; link: string | undefined }

/** The places of records' pages; with a run, as of the end of its plan. */
export async function readPlaces(
  { plans, snapshots, failing, pageStates }: SyncDeps,
  runId: string | undefined,
  keys: readonly RecordKey[],
): Promise<(key: RecordKey) => Place> {
  // The plan is read first, because it stays known until the run ends, even after acknowledgements.
  const kinds = runId === undefined ? [] : await plans.kinds(runId, keys.map(recordId))
  const updated = keys.filter((_, index) => kinds[index] === 'update')
  const appearing = keys.filter((_, index) => kinds[index] === 'create' || kinds[index] === 'restore')
  const unplanned = keys.filter((_, index) => kinds[index] === undefined)
  const [failures, heads, states] = await Promise.all([
    failing.read(appearing),
    readOrUndefined(keys, (some) => snapshots.heads(some)),
    readOrUndefined(keys, (some) => pageStates.read(some)),
  ])
  const seen = new Map(keys.map((key, index) => [key, states[index]]))
  const headOf = new Map(keys.map((key, index) => [key, heads[index]]))
  // A deleted page is created again; one that an editor hid or trashed stays as it is.
  const mayBeSeen = (key: RecordKey): boolean =>
    !isWithdrawn(seen.get(key)) || seen.get(key)?.state === 'deleted'
  const published = new Set([
    ...updated.filter(mayBeSeen),
    ...appearing.filter((key, index) => mayAppear(failures[index], headOf.get(key)) && mayBeSeen(key)),
    ...unplanned.filter((key) => headOf.get(key)?.state === 'mirrored' && !isWithdrawn(seen.get(key))),
  ])
  const places = new Map(
    keys.map((key) => {
      const isPublic = published.has(key)
      // A page that is created again gets the usual URL.
      const isNew = isPublic && seen.get(key)?.state === 'deleted'
      return [recordId(key), { isPublic, link: isNew ? undefined : headOf.get(key)?.link }]
    }),
  )
  return (key) => places.get(recordId(key)) ?? { isPublic: false, link: undefined }
}

/**
 * Whether a planned page may be linked before it is public. A retired page that could not be restored may fail again for
 * the same reason, and a new one that failed repeatedly is linked only once it exists.
 */
function mayAppear(failure: Failing | undefined, head: SnapshotHead | undefined): boolean {
  return failure === undefined || (head === undefined && failure.nextTryAt === undefined)
}
