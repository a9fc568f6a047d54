import { isWithdrawn, type PageState } from '../../core/page/page-state.ts'
import { probablySucceeds } from '../../core/decisions/quarantine.ts'
import type { Site } from '../../core/page/links.ts'
import { recordId, slugOf, type RecordKey } from '../../core/record/record.ts'
import { withValues } from '../../lib/chunks.ts'
import type { SyncDeps } from '../deps.ts'
import { findFutureDrafts, type Files } from './find-future-drafts.ts'
import { readOrUndefined } from '../runs/read-despite-damage.ts'

/** The data from which URLs of future pages follow. */
export async function readSite({ parents, postType, policy }: SyncDeps): Promise<Site> {
  const [addresses, type] = await Promise.all([parents.addresses(), postType.read()])
  return { addresses, rootSlug: policy.rootSlug, cmsType: policy.cmsType, postType: type }
}

/** Whether visitors see a page, its last known URL, and the slug it was or will be created with. */
type Place = { isPublic: boolean; link: string | undefined; slug: string }

/**
 * The places of records' pages; with a run, as of the end of its plan. `files`: those that a page needs according to
 * `publish_if`.
 */
export async function readPlaces(
  deps: SyncDeps,
  runId: string | undefined,
  keys: readonly RecordKey[],
  files: Files,
): Promise<(key: RecordKey) => Place> {
  const { plans, snapshots, failing, pageStates, movedPages } = deps
  // The plan is read first, because it stays known until the run ends, even after acknowledgements.
  const kinds = runId === undefined ? [] : await plans.kinds(runId, keys.map(recordId))
  const updated = keys.filter((_, index) => kinds[index] === 'update')
  const appearing = keys.filter((_, index) => kinds[index] === 'create' || kinds[index] === 'restore')
  const unplanned = keys.filter((_, index) => kinds[index] === undefined)
  const created = keys.filter((_, index) => kinds[index] === 'create')
  const [planned, heads, states] = await Promise.all([
    runId === undefined ? [] : plans.slugs(runId, created.map(recordId)),
    readOrUndefined(keys, (some) => snapshots.heads(some)),
    readOrUndefined(keys, (some) => pageStates.read(some)),
  ])
  const seen = new Map(keys.map((key, index) => [key, states[index]]))
  const plannedSlugs = new Map(created.map((key, index) => [key, planned[index]]))
  // A page under an unknown slug was found after Redis lost its data: it is linked once its URL is stored.
  const named = created.filter((_, index) => planned[index] !== undefined)
  const found = new Set(withValues(named, await movedPages.read(named)).map(([key]) => key))
  const headOf = new Map(keys.map((key, index) => [key, heads[index]]))
  const isNew = (key: RecordKey): boolean => newStates.has(seen.get(key)?.state)
  const coming = [...appearing, ...updated.filter(isNew)]
  const [drafts, failures] = await Promise.all([
    findFutureDrafts(deps, runId, coming, files),
    failing.read(coming),
  ])
  const failed = new Set(
    withValues(coming, failures).flatMap(([key, failure]) => (probablySucceeds(failure) ? [] : [key])),
  )
  const mayBeSeen = (key: RecordKey): boolean =>
    (!isWithdrawn(seen.get(key)) || isNew(key)) && !drafts.has(recordId(key)) && !failed.has(key)
  const published = new Set([
    // The update of a retired page only changes its notice.
    ...updated.filter((key) => mayBeSeen(key) && headOf.get(key)?.state !== 'retired'),
    ...appearing.filter((key) => mayBeSeen(key) && (headOf.get(key) !== undefined || !found.has(key))),
    ...unplanned.filter((key) => headOf.get(key)?.state === 'mirrored' && !isWithdrawn(seen.get(key))),
  ])
  const places = new Map(
    keys.map((key) => {
      const isPublic = published.has(key)
      // A page that is created again gets the usual URL.
      const isAgain = isPublic && seen.get(key)?.state === 'deleted'
      const link = isAgain ? undefined : headOf.get(key)?.link
      const slug = slugOf(key, headOf.get(key) ?? { slug: plannedSlugs.get(key) })
      return [recordId(key), { isPublic, link, slug }]
    }),
  )
  return (key) => places.get(recordId(key)) ?? { isPublic: false, link: undefined, slug: slugOf(key) }
}

/**
 * The states of pages that get a new status with their next write: a deleted page is created again, and a draft of ours is
 * published. A page that an editor hid or trashed stays as it is.
 */
const newStates: ReadonlySet<PageState['state'] | undefined> = new Set(['deleted', 'draft'])
