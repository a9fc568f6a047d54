import { linkedSuccessor } from '../../core/page/links.ts'
import { recordId } from '../../core/record/record.ts'
import { isWhole, type Run } from '../../core/run/run.ts'
import type { WriteChange } from '../../core/run/change.ts'
import { compact } from '../../lib/compact.ts'
import type { SyncDeps } from '../deps.ts'
import { findStaleNotices } from '../plan/find-stale-notices.ts'
import { readSkippingDamaged } from '../runs/read-despite-damage.ts'

/**
 * Plans updates of notices that would not link the page of the successor after the plan, also in languages that are no
 * longer mirrored. A record that is planned, held or has a problem in this run keeps its page unchanged.
 */
export async function planNotices(deps: SyncDeps, run: Run): Promise<void> {
  if (run.kind === 'rebuild' || !isWhole(run)) return
  for (const language of await deps.snapshots.languages())
    for await (const stale of findStaleNotices(deps, run.id, language)) {
      const ids = stale.map(({ key }) => recordId(key))
      const [kinds, outcomes, held] = await Promise.all([
        deps.plans.kinds(run.id, ids),
        deps.undo.outcomes(run.id, ids),
        readSkippingDamaged(
          stale.map(({ key }) => key),
          (some) => deps.decisions.read(some),
        ),
      ])
      const free = new Set(held.keys.filter((_, index) => held.found[index]?.kind !== 'hold').map(recordId))
      const changes = stale.flatMap(({ key, snapshot }, index): WriteChange[] => {
        const { product, digest, pageId, etag } = snapshot
        const isFree = kinds[index] === undefined && outcomes[index] === undefined && free.has(recordId(key))
        const update = { ...key, kind: 'update', product, digest, etag, pageId } as const
        return isFree ? [compact({ ...update, fields: [linkedSuccessor] })] : []
      })
      await deps.plans.save(run.id, changes)
    }
}
