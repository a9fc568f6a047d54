import { isInUndo, pageFieldOf, undoneFields } from '../../core/plan/undo-part.ts'
import type { Outcome } from '../../core/run/change.ts'
import type { UndoPart } from '../../core/run/run.ts'
import type { SyncDeps } from '../deps.ts'
import { readSkippingDamaged } from '../runs/read-despite-damage.ts'

/** The outcomes of a run that an undo of a part reverts, some at a time. */
export async function* selectOutcomes(
  deps: SyncDeps,
  undoes: string,
  part: UndoPart,
): AsyncIterable<Outcome[]> {
  for await (const outcomes of deps.runs.scanOutcomes(undoes)) {
    const listed = outcomes.filter((outcome) => isInUndo(outcome, part))
    yield part.fields === undefined ? listed : await selectChanged(deps, undoes, part.fields, listed)
  }
}

/** The records of which the run changed one of the fields. An outcome lists fields of the product, but not of the page. */
async function selectChanged(
  deps: SyncDeps,
  undoes: string,
  fields: readonly string[],
  outcomes: readonly Outcome[],
): Promise<Outcome[]> {
  const changed = (outcome: Outcome): boolean =>
    fields.some((field) => outcome.fields?.includes(field) === true)
  const others = fields.some(pageFieldOf) ? outcomes.filter((outcome) => !changed(outcome)) : []
  const { keys, found } = await readSkippingDamaged(others, async (some) => {
    const snapshots = await deps.snapshots.read(some)
    const done = await deps.undo.read(
      undoes,
      some.map((key, index) => ({ key, snapshot: snapshots[index] })),
    )
    return { snapshots, done }
  })
  const onPage = new Set(
    keys.filter((_, index) => {
      const [snapshot, replaced] = [found.snapshots[index], found.done[index]?.replaced]
      return snapshot && replaced && undoneFields(replaced, snapshot, fields).page.length > 0
    }),
  )
  return outcomes.filter((outcome) => changed(outcome) || onPage.has(outcome))
}
