import { isInPart, isOnlyForLinks } from '../../core/plan/plan-parts.ts'
import type { Change } from '../../core/run/change.ts'
import { recordId } from '../../core/record/record.ts'
import type { Run } from '../../core/run/run.ts'
import type { SyncDeps } from '../deps.ts'

/** The approved changes among some planned ones: all of them, or those of the approved part. */
export async function selectPart(deps: SyncDeps, run: Run, changes: readonly Change[]): Promise<Change[]> {
  const { approvedPart: part = 'all' } = run
  if (part === 'all') return [...changes]
  if (typeof part === 'string') {
    const product = await readPlannedPages(deps, run, changes)
    return changes.filter((change) => isInPart(change, part, product(change)))
  }
  const selected = await deps.plans.readSelected(run.id, changes.map(recordId))
  return changes.filter((change) => selected.has(recordId(change)))
}

/** Reads the planned changes of all pages of the products of which a change updates only links. */
export async function readPlannedPages(deps: SyncDeps, run: Run, changes: readonly Change[]) {
  const languages = [...new Set([...(await deps.snapshots.languages()), ...run.languages])]
  const gtins = [...new Set(changes.filter(isOnlyForLinks).map(({ gtin }) => gtin))]
  const ids = gtins.flatMap((gtin) => languages.map((language) => recordId({ gtin, language })))
  const kinds = await deps.plans.kinds(run.id, ids)
  const byGtin = new Map(
    gtins.map((gtin, index) => [gtin, kinds.slice(index * languages.length, (index + 1) * languages.length)]),
  )
  return ({ gtin }: Change): (Change['kind'] | undefined)[] => byGtin.get(gtin) ?? []
}
