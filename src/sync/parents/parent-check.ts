import type { ReasonOf } from '../../core/reasons/reason.ts'
import type { SyncDeps } from '../deps.ts'
import { reasonOfLoss } from '../batches/losses.ts'
import { parentId } from './parent-level.ts'

/** The parent pages that some languages lack, by language: without one, no page can be created. */
export async function missingParents(
  { losses, policy }: SyncDeps,
  { runId, parents }: { runId: string; parents: Readonly<Record<string, number>> },
  languages: ReadonlySet<string>,
): Promise<Map<string, ReasonOf<'parent-missing'>>> {
  const reasons = new Map<string, ReasonOf<'parent-missing'>>()
  if (policy.cmsType === 'posts') return reasons
  for (const language of languages) {
    if (parents[language] !== undefined) continue
    const paths = [policy.rootSlug, `${policy.rootSlug}/${language}`]
    const lost = await losses.read(runId, paths.map(parentId))
    const at = lost.findIndex((loss) => loss !== undefined)
    reasons.set(language, {
      code: 'parent-missing',
      path: paths[Math.max(at, 0)] ?? '',
      ...(at !== -1 && { detail: reasonOfLoss(lost[at]) }),
    })
  }
  return reasons
}
