import { successorDigest } from '../../core/page/links.ts'
import { linksSuccessor } from '../../core/page/notice.ts'
import { isWithdrawn } from '../../core/page/page-state.ts'
import type { RecordKey } from '../../core/record/record.ts'
import type { Snapshot } from '../../core/record/snapshot.ts'
import type { SyncDeps } from '../deps.ts'
import { readOrUndefined } from '../runs/read-despite-damage.ts'
import { readSuccessors } from './read-successors.ts'

/**
 * The records of a language whose notice does not link the current page of the successor, some at a time; with a run, as
 * of the end of its plan. The column `successor` is only read with RETIRE_TO=notice, so otherwise there are none.
 */
export async function* findStaleNotices(
  deps: SyncDeps,
  runId: string | undefined,
  language: string,
): AsyncIterable<{ key: RecordKey; snapshot: Snapshot }[]> {
  if (deps.policy.retireTo !== 'notice' || deps.policy.pageStatus !== 'publish') return
  for await (const scanned of deps.snapshots.scan(language)) {
    const noticed = scanned.filter(({ head }) => head.state === 'retired' && head.retiredTo === 'notice')
    if (noticed.length === 0) continue
    const keys = noticed.map(({ gtin }) => ({ gtin, language }))
    const [states, successorOf] = await Promise.all([
      readOrUndefined(keys, (some) => deps.pageStates.read(some)),
      readSuccessors(deps, runId, keys),
    ])
    const differing = keys.filter(
      (key, index) =>
        !isWithdrawn(states[index]) && noticed[index]?.head.links !== successorDigest(successorOf(key)),
    )
    // Earlier versions stored the digest of other links, so the written text decides.
    const snapshots = await readOrUndefined(differing, (some) => deps.snapshots.read(some))
    yield differing.flatMap((key, index) => {
      const snapshot = snapshots[index]
      const isStale = snapshot !== undefined && !linksSuccessor(snapshot.base.inner, successorOf(key))
      return isStale ? [{ key, snapshot }] : []
    })
  }
}
