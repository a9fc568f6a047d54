import type { WriteChange } from '../../core/run/change.ts'
import { recordId, toRecordKey } from '../../core/record/record.ts'
import { inChunks, withValues } from '../../lib/chunks.ts'
import { digestOf } from '../../core/text/digest.ts'
import type { SyncDeps } from '../deps.ts'
import { readRelated } from '../plan/read-sizes.ts'
import { findStale } from '../plan/find-stale-links.ts'
import { readOrUndefined } from '../runs/read-despite-damage.ts'
import type { Run } from '../../core/run/run.ts'
import { compact } from '../../lib/compact.ts'

const idsAtOnce = 1000
const gtinsAtOnce = 20

/**
 * Plans updates of pages whose links to other languages or sizes would be wrong after the plan. These are products that
 * gain or lose a page or whose pages moved, the other sizes of such products, and products that an earlier run marked
 * but did not correct. Pages that are already planned are rendered with the correct links. A record with a problem in this run keeps its page unchanged, and its
 * product stays marked.
 */
export async function planLanguageLinks(deps: SyncDeps, run: Run): Promise<void> {
  if (deps.policy.pageStatus !== 'publish') return
  await markAppearing(deps, run.id)
  await markResized(deps, run.id)
  if (run.kind === 'rebuild' || (await deps.snapshots.countMirrored()) === 0) return
  await markRelated(deps, run.id)
  for await (const scanned of deps.staleLinks.scan()) {
    const wanted = scanned.filter((gtin) => run.scope.gtins?.includes(gtin) ?? true)
    for (const gtins of inChunks(wanted, gtinsAtOnce)) await planUpdates(deps, run, gtins)
  }
}

/** Calls `act` with those of the products that no other run is processing. */
type WithFree = (gtins: readonly string[], act: (free: readonly string[]) => Promise<void>) => Promise<void>

/** Clears the marks of products whose links are correct, after a run’s pages are written. */
export async function clearStaleLinks(
  deps: SyncDeps,
  lease: WithFree = (gtins, clear) => clear(gtins),
): Promise<void> {
  const clear = async (gtins: readonly string[]): Promise<void> => {
    const stale = new Set((await findStale(deps, undefined, gtins)).map(({ gtin }) => gtin))
    await deps.staleLinks.clear(gtins.filter((gtin) => !stale.has(gtin)))
  }
  await markRelated(deps, undefined)
  for await (const scanned of deps.staleLinks.scan())
    for (const gtins of inChunks(scanned, gtinsAtOnce)) await lease(gtins, clear)
}

/** Marks the other sizes of marked products, because their pages link these. */
async function markRelated(deps: SyncDeps, runId: string | undefined): Promise<void> {
  if (deps.renderer.familyBy === undefined) return
  for await (const gtins of deps.staleLinks.scan())
    await deps.staleLinks.mark(await readRelated(deps, runId, gtins))
}

/** Marks products that the plan moves to another family, or whose size it changes. */
async function markResized({ families, staleLinks, renderer }: SyncDeps, runId: string): Promise<void> {
  if (renderer.familyBy === undefined) return
  for await (const planned of families.scanPlanned(runId)) {
    const stored = await families.stored(planned.map(({ record }) => record))
    const changed = planned.filter(({ member }, index) => digestOf(member) !== digestOf(stored[index]))
    await staleLinks.mark(changed.map(({ record }) => record.gtin))
  }
}

/** Products are marked before any write, so that the next run completes the work after a crash or a refusal. */
export async function markAppearing(deps: SyncDeps, runId: string): Promise<void> {
  const { plans, staleLinks } = deps
  await markUpdated(deps, runId)
  const { create, update, restore, retire } = await plans.countKinds(runId)
  const ranges = [
    { part: 'write', from: 0, to: create },
    { part: 'write', from: create + update, to: create + update + restore },
    { part: 'retire', from: 0, to: retire },
  ] as const
  for (const { part, from, to } of ranges)
    for (let at = from; at < to; at += idsAtOnce) {
      const ids = await plans.list(runId, part, at, Math.min(idsAtOnce, to - at))
      await staleLinks.mark([...new Set(ids.map((id) => toRecordKey(id).gtin))])
    }
}

/** An update creates a page that an editor deleted again, and may publish a draft. */
async function markUpdated({ plans, staleLinks, pageStates }: SyncDeps, runId: string): Promise<void> {
  for await (const seen of pageStates.scan()) {
    const keys = seen.flatMap(({ key, value: { state } }) =>
      state === 'deleted' || state === 'draft' ? [key] : [],
    )
    const kinds = await plans.kinds(runId, keys.map(recordId))
    await staleLinks.mark(keys.flatMap(({ gtin }, index) => (kinds[index] === 'update' ? [gtin] : [])))
  }
}

async function planUpdates(deps: SyncDeps, run: Run, gtins: readonly string[]): Promise<void> {
  const stale = await findStale(deps, run.id, gtins)
  const ids = stale.map(recordId)
  const [kinds, outcomes] = await Promise.all([
    deps.plans.kinds(run.id, ids),
    deps.undo.outcomes(run.id, ids),
  ])
  const { languages } = run.scope
  const keys = stale.filter(
    ({ language }, index) =>
      kinds[index] === undefined && outcomes[index] === undefined && (languages?.includes(language) ?? true),
  )
  const snapshots = withValues(keys, await readOrUndefined(keys, (some) => deps.snapshots.read(some)))
  const changes = snapshots.map(([key, { product, digest, pageId, etag }]): WriteChange =>
    compact({ ...key, kind: 'update', product, digest, etag, pageId }),
  )
  await deps.plans.save(run.id, changes)
}
