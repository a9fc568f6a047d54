import type { SyncDeps } from '../deps.ts'
import { reasonOfLoss } from '../batches/losses.ts'
import { parentId } from './parent-level.ts'

/** Why the parent pages of some languages are missing, by language: without one, no page can be created. */
export async function explainMissingParents(
  { losses, policy }: SyncDeps,
  { runId, parents }: { runId: string; parents: Readonly<Record<string, number>> },
  languages: ReadonlySet<string>,
): Promise<Map<string, string>> {
  const reasons = new Map<string, string>()
  if (policy.cmsType === 'posts') return reasons
  for (const language of languages) {
    if (parents[language] !== undefined) continue
    const paths = [policy.rootSlug, `${policy.rootSlug}/${language}`]
    const lost = await losses.read(runId, paths.map(parentId))
    const at = lost.findIndex((loss) => loss !== undefined)
    const why = at === -1 ? 'it was not created' : reasonOfLoss(lost[at])
    reasons.set(
      language,
      `the parent page /${paths[Math.max(at, 0)]} is missing: ${why}. The next run tries again`,
    )
  }
  return reasons
}
