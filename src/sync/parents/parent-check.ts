import type { ReasonOf } from '../../core/reasons/reason.ts'
import type { SyncDeps } from '../deps.ts'
import { reasonOfSendFailures } from '../batches/send-failures.ts'
import { parentId } from './parent-level.ts'

/** The parent pages that some languages lack, by language: without one, no page can be created. */
export async function missingParents(
  { sendFailures, policy }: SyncDeps,
  { runId, parents }: { runId: string; parents: Readonly<Record<string, number>> },
  languages: ReadonlySet<string>,
): Promise<Map<string, ReasonOf<'parent-missing'>>> {
  const reasons = new Map<string, ReasonOf<'parent-missing'>>()
  if (policy.cmsType !== 'pages') return reasons
  for (const language of languages) {
    if (parents[language] !== undefined) continue
    const paths = [policy.rootSlug, `${policy.rootSlug}/${language}`]
    const lost = await sendFailures.read(runId, paths.map(parentId))
    const at = lost.findIndex((failures) => failures !== undefined)
    reasons.set(language, {
      code: 'parent-missing',
      path: paths[Math.max(at, 0)] ?? '',
      ...(at !== -1 && { detail: reasonOfSendFailures(lost[at]) }),
    })
  }
  return reasons
}
