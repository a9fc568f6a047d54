import { isInPart } from '../../core/plan/plan-parts.ts'
import type { Change } from '../../core/run/change.ts'
import { isForLinks } from '../../core/page/links.ts'
import { recordId } from '../../core/record/record.ts'
import type { Run } from '../../core/run/run.ts'
import type { SyncDeps } from '../deps.ts'

/** The approved changes among some planned ones: all of them, or those of the approved part. */
export async function selectPart(deps: SyncDeps, run: Run, changes: readonly Change[]): Promise<Change[]> {
  const { approvedPart: part = 'all' } = run
  if (part === 'all') return [...changes]
  const languages = [...new Set([...(await deps.snapshots.languages()), ...run.languages])]
  const gtins = [...new Set(changes.filter(isOnlyForLinks).map(({ gtin }) => gtin))]
  const ids = gtins.flatMap((gtin) => languages.map((language) => recordId({ gtin, language })))
  const kinds = await deps.plans.kinds(run.id, ids)
  const byGtin = new Map(
    gtins.map((gtin, index) => [gtin, kinds.slice(index * languages.length, (index + 1) * languages.length)]),
  )
  return changes.filter((change) => isInPart(change, part, byGtin.get(change.gtin) ?? []))
}

function isOnlyForLinks(change: Change): boolean {
  return change.kind === 'update' && isForLinks(change)
}
