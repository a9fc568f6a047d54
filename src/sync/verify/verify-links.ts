import type { Reason } from '../../core/reasons/reason.ts'
import { blockedReason } from '../../core/decisions/blocked-write.ts'
import type { Run } from '../../core/run/run.ts'
import { recordId, type RecordKey } from '../../core/record/record.ts'
import { inChunks, withValues } from '../../lib/chunks.ts'
import type { SyncDeps } from '../deps.ts'
import { findOutdated } from '../plan/find-stale-links.ts'
import { readOrUndefined } from '../runs/read-despite-damage.ts'
import { recordFindings, readSnapshots } from './record-findings.ts'

const gtinsAtOnce = 20

/** After all pages were read, checks that mirrored pages link the current URLs of the other languages. */
export async function verifyLinks(deps: SyncDeps, run: Run): Promise<void> {
  const gtins = new Set<string>()
  for (const language of await deps.snapshots.languages())
    for (const gtin of (await deps.snapshots.gtins(language)).all) gtins.add(gtin)
  for (const group of inChunks([...gtins], gtinsAtOnce)) {
    const stale = await findOutdated(deps, group)
    if (stale.length === 0) continue
    const read = await readSnapshots(deps, run.id, stale)
    const known = withValues(
      read.map(({ entry }) => entry),
      read.map(({ snapshot }) => snapshot),
    )
    const planned = await deps.plans.kinds(
      run.id,
      known.map(([key]) => recordId(key)),
    )
    const blocked = await readBlocked(
      deps,
      known.map(([key]) => key),
    )
    await recordFindings(
      deps,
      run,
      known.map(([{ gtin, language }, snapshot], index) => {
        const { pageId, link } = snapshot
        const why = blocked[index]
        const finding = {
          gtin,
          language,
          kind: 'links',
          pageId,
          ...(link !== undefined && { link }),
          reason: { code: 'links-outdated', ...(why !== undefined && { blocked: why }) },
        } as const
        // A page that another repair writes also gets the correct links.
        return planned[index] === undefined ? { finding, snapshot } : { finding }
      }),
    )
  }
}

/** For each record, why the next sync does not write its page; undefined if it does. */
async function readBlocked(deps: SyncDeps, keys: readonly RecordKey[]): Promise<(Reason | undefined)[]> {
  const { decisions, suspects, failing } = deps
  const [pending, suspicious, failed] = await Promise.all([
    readOrUndefined(keys, (some) => decisions.read(some)),
    readOrUndefined(keys, (some) => suspects.read(some)),
    readOrUndefined(keys, (some) => failing.read(some)),
  ])
  const at = deps.now()
  return keys.map((_, index) => {
    const blockers = { pending: pending[index], suspect: suspicious[index], failing: failed[index] }
    return blockedReason(blockers, at)
  })
}
