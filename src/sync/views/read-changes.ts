import { outcomeView, plannedView, type ChangeView, type PlannedView } from '../../core/views/change-view.ts'
import { namedTextsOf } from '../../core/record/field-names.ts'
import { recordId, toRecordKey, type RecordKey } from '../../core/record/record.ts'
import { isWaiting, type Run } from '../../core/run/run.ts'
import { inChunks } from '../../lib/chunks.ts'
import type { Snapshot } from '../../core/record/snapshot.ts'
import type { Stores } from '../../store/stores.ts'
import { readOrUndefined } from '../runs/read-despite-damage.ts'
import { readNames, type NameDeps } from '../runs/read-names.ts'
import { walkIds } from '../runs/walk-plan.ts'

const atOnce = 100

/**
 * Reads some records of a run in a few round trips; omits those without a planned change or an outcome. A record with a
 * damaged value is shown without its content.
 */
export async function readChanges(
  deps: Stores & NameDeps,
  { run, mirror }: { run: Run; mirror: string | undefined },
  keys: readonly RecordKey[],
  signal: AbortSignal,
): Promise<ChangeView[]> {
  const planned = isWaiting(run) ? await readPlanned(deps, run.id, keys) : []
  const ended = keys.filter((_, index) => planned[index] === undefined)
  const snapshots = await readOrUndefined(ended, (some) => deps.snapshots.read(some))
  const wanted = ended.map((key, index) => ({ ...key, snapshot: snapshots[index] }))
  const done = await readDone(deps.undo, run.id, wanted)
  const names = await readNames(
    deps,
    done.flatMap((one, index) => {
      const texts = one?.replaced?.texts
      return texts ? [...namedTextsOf(texts), ...namedTextsOf(snapshots[index]?.base ?? {})] : []
    }),
    signal,
  )
  const views = new Map(
    ended.map((key, index) => {
      const { outcome, replaced } = done[index] ?? {}
      const snapshot = snapshots[index]
      return [key, outcome && outcomeView({ ...run, mirror, names }, outcome, replaced, snapshot)]
    }),
  )
  return keys.flatMap((key, index) => planned[index] ?? views.get(key) ?? [])
}

type Wanted = RecordKey & { snapshot: Snapshot | undefined }
type Done = Awaited<ReturnType<Stores['undo']['read']>>[number]

/** The outcome of each record with the content that it replaced, or without it if that is damaged. */
async function readDone(undo: Stores['undo'], runId: string, wanted: readonly Wanted[]): Promise<Done[]> {
  const found = await readOrUndefined(wanted, (some) =>
    undo.read(
      runId,
      some.map(({ snapshot, ...key }) => ({ key, snapshot })),
    ),
  )
  if (found.every((one) => one !== undefined)) return found
  const outcomes = await undo.outcomes(runId, wanted.map(recordId))
  return found.map((one, index) => {
    const outcome = outcomes[index]
    return one ?? (outcome && { outcome })
  })
}

/** The changes of a plan by product and language: all ids are in memory, but only some changes at a time. */
export async function* walkChanges(deps: Stores, runId: string): AsyncIterable<PlannedView> {
  const ids: string[] = []
  for await (const some of walkIds(deps.plans, runId)) for (const id of some) ids.push(id)
  ids.sort((a, b) => (a < b ? -1 : 1))
  for (const group of inChunks(ids, atOnce))
    for (const view of await readPlanned(deps, runId, group.map(toRecordKey)))
      if (view !== undefined) yield view
}

/** The planned change of each record; undefined without one, and for a revert. */
async function readPlanned(
  { plans, snapshots }: Stores,
  runId: string,
  keys: readonly RecordKey[],
): Promise<(PlannedView | undefined)[]> {
  const changes = await plans.read(runId, keys.map(recordId))
  const found = await snapshots.read(keys)
  return changes.map((change, index) =>
    change === undefined || change.kind === 'revert' ? undefined : plannedView(change, found[index]),
  )
}
