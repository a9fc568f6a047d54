import { outcomeView, plannedView, type ChangeView, type PlannedView } from '../../core/views/change-view.ts'
import { namedTextsOf } from '../../core/record/field-names.ts'
import { recordId, toRecordKey, type RecordKey } from '../../core/record/record.ts'
import { isWaiting, type Run } from '../../core/run/run.ts'
import { inChunks } from '../../lib/chunks.ts'
import type { Stores } from '../../store/stores.ts'
import { readNames, type NameDeps } from '../runs/read-names.ts'
import { walkIds } from '../runs/walk-plan.ts'

const atOnce = 100

/** Reads some records of a run in a few round trips; omits those without a planned change or an outcome. */
export async function readChanges(
  deps: Stores & NameDeps,
  { run, mirror }: { run: Run; mirror: string | undefined },
  keys: readonly RecordKey[],
  signal: AbortSignal,
): Promise<ChangeView[]> {
  const planned = isWaiting(run) ? await readPlanned(deps, run.id, keys) : []
  const ended = keys.filter((_, index) => planned[index] === undefined)
  const snapshots = await deps.snapshots.read(ended)
  const wanted = ended.map((key, index) => ({ key, snapshot: snapshots[index] }))
  const done = await deps.undo.read(run.id, wanted)
  const names = await readNames(
    deps,
    done.flatMap((one, index) => {
      const texts = one?.replaced?.texts
      return texts ? [...namedTextsOf(texts), ...namedTextsOf(snapshots[index]?.base ?? {})] : []
    }),
    signal,
  )
  const views = new Map(
    wanted.map(({ key, snapshot }, index) => {
      const { outcome, replaced } = done[index] ?? {}
      return [key, outcome && outcomeView({ ...run, mirror, names }, outcome, replaced, snapshot)]
    }),
  )
  return keys.flatMap((key, index) => planned[index] ?? views.get(key) ?? [])
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
