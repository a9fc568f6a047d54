import type { RecordKey } from '../../core/record/record.ts'
import type { SyncDeps } from '../deps.ts'
import { parentId } from './parent-level.ts'
import { reasonOfLoss } from '../batches/send-batches.ts'

type Deps = Pick<SyncDeps, 'losses' | 'policy'>

/** Makes the check whether a record's parent page is missing, and why: without it no page can be created. */
export function openParentCheck(
  { losses, policy }: Deps,
  { runId, parents }: { runId: string; parents: Readonly<Record<string, number>> },
) {
  const reasons = new Map<string, string>()

  return async function noParent({ language }: Pick<RecordKey, 'language'>): Promise<string | undefined> {
    if (policy.cmsType === 'posts' || parents[language] !== undefined) return undefined
    const known = reasons.get(language)
    if (known !== undefined) return known
    const paths = [policy.rootSlug, `${policy.rootSlug}/${language}`]
    const lost = await losses.read(runId, paths.map(parentId))
    const at = lost.findIndex((loss) => loss !== undefined)
    const why = at === -1 ? 'it was not created' : reasonOfLoss(lost[at])
    const reason = `the parent page /${paths[Math.max(at, 0)]} is missing: ${why}. The next run tries again`
    reasons.set(language, reason)
    return reason
  }
}
