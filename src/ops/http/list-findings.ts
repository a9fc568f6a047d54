import { findingId, type Finding } from '../../core/page/finding.ts'
import type { Findings } from '../../sync/ports/findings.ts'

/** Up to `limit` findings of a verify run, and whether there are more. */
export async function listFindings(
  findings: Pick<Findings, 'scan'>,
  runId: string,
  limit: number,
): Promise<{ findings: Finding[]; moreFindings: boolean }> {
  // By id, because Redis may show an entry twice while its hash grows.
  const found = new Map<string, Finding>()
  for await (const some of findings.scan(runId)) {
    for (const finding of some) found.set(findingId(finding), finding)
    if (found.size > limit) break
  }
  return { findings: [...found.values()].slice(0, limit), moreFindings: found.size > limit }
}
