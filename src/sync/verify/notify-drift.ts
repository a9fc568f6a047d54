import { digestOf } from '../../core/record/digest.ts'
import { findingId, isDrift } from '../../core/page/finding.ts'
import type { SyncDeps } from '../deps.ts'
import type { Run } from '../../core/record/run.ts'

/**
 * Sends a notice about the drift that an unattended verify run found, once for each change of it. The same drift every
 * week is no news.
 */
export async function notifyDrift(deps: SyncDeps, run: Run): Promise<void> {
  if (run.state !== 'done') return
  const ids = new Set<string>()
  for await (const findings of deps.findings.scan(run.id))
    for (const finding of findings) if (isDrift(finding)) ids.add(findingId(finding))
  const digest = digestOf([...ids].sort())
  // Whoever typed the command has read the result; the end of a drift is saved all the same.
  if (run.trigger === 'cli' && ids.size > 0) return
  if (digest === (await deps.findings.readNotified())) return
  if (ids.size > 0) await deps.notify(run)
  await deps.findings.saveNotified(digest)
}
