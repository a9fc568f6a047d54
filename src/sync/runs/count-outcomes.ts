import type { Outcome } from '../../core/run/change.ts'
import { recordId } from '../../core/record/record.ts'
import { Counts, type Run } from '../../core/run/run.ts'
import type { Stores } from '../../store/stores.ts'

type Others = { conflicts: number; keptEdits: number; all: number }

const OutcomeCounts = Counts.omit({ records: true, absent: true, notPlanned: true })

/** Results that a planned retirement never has. */
const stays: ReadonlySet<Outcome['result']> = new Set(['held', 'updated', 'unchanged', 'deferred'])

/**
 * Counts the outcomes of a run by result. `keptEdits` counts the records with another result whose page keeps an
 * editor's change, `conflicts` those that editor and partner both changed, and `all` every record with an outcome once.
 */
export async function countOutcomes(
  { runs }: Stores,
  runId: string,
): Promise<Omit<Counts, 'records' | 'absent' | 'notPlanned'> & Others> {
  const counts = OutcomeCounts.parse({})
  let [conflicts, keptEdits] = [0, 0]
  const seen = new Set<string>()
  for await (const outcomes of runs.scanOutcomes(runId)) {
    for (const outcome of outcomes) {
      // HSCAN may return an entry twice while the hash grows.
      if (seen.has(recordId(outcome))) continue
      seen.add(recordId(outcome))
      counts[outcome.result]++
      if (outcome.conflicts !== undefined) conflicts++
      if (outcome.result !== 'kept' && outcome.kept !== undefined) keptEdits++
    }
  }
  return { ...counts, conflicts, keptEdits, all: seen.size }
}

/**
 * Counts the records with an outcome that are not in the scope of a sync, because their product or language is no longer
 * listed. `others` were not planned to be retired: they are held, or the links or files on their page were updated.
 */
export async function countOutside(
  { runs }: Stores,
  { id, languages, scope }: Pick<Run, 'id' | 'languages' | 'scope'>,
): Promise<{ all: number; others: number }> {
  // A plan that an earlier version held has no catalogue any more. That of a run of delisted products is really empty.
  if (scope.gtins === undefined && (await runs.countCatalog(id)) === 0) return { all: 0, others: 0 }
  const [all, others] = [new Set<string>(), new Set<string>()]
  for await (const outcomes of runs.scanOutcomes(id)) {
    const isListed = await runs.inCatalog(
      id,
      outcomes.map(({ gtin }) => gtin),
    )
    for (const [index, outcome] of outcomes.entries()) {
      if (isListed[index] !== false && languages.includes(outcome.language)) continue
      all.add(recordId(outcome))
      if (stays.has(outcome.result)) others.add(recordId(outcome))
    }
  }
  return { all: all.size, others: others.size }
}
