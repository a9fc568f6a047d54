import type { Run } from '../../core/run/run.ts'
import { compact } from '../../lib/compact.ts'
import type { SyncDeps } from '../deps.ts'
import { findStaleNotices } from '../plan/find-stale-notices.ts'
import { recordFindings, type Found } from './record-findings.ts'

/** After all pages were read, checks that the notices of retired pages link the current pages of the successors. */
export async function verifyNotices(deps: SyncDeps, run: Run): Promise<void> {
  for (const language of await deps.snapshots.languages())
    for await (const stale of findStaleNotices(deps, undefined, language))
      await recordFindings(
        deps,
        run,
        stale.map(({ key, snapshot }): Found => {
          const { pageId, link } = snapshot
          const reason = { code: 'successor-outdated' } as const
          return { finding: compact({ ...key, kind: 'links' as const, pageId, link, reason }), snapshot }
        }),
      )
}
