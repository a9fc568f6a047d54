import type { StateFacts } from '../../core/report/record-state.ts'
import type { Change } from '../../core/run/change.ts'
import { recordId, type RecordKey } from '../../core/record/record.ts'
import type { Stores } from '../../store/stores.ts'

/** Reads the facts about some records, with one round trip per kind of fact. */
export async function readFacts(deps: Stores, keys: readonly RecordKey[]): Promise<StateFacts[]> {
  const [heads, misses, planned, ...tables] = await Promise.all([
    deps.snapshots.heads(keys),
    deps.snapshots.misses(keys),
    readPlanned(deps, keys),
    deps.conflicts.read(keys),
    deps.suspects.read(keys),
    deps.decisions.read(keys),
    deps.deferrals.read(keys),
    deps.failing.read(keys),
    deps.missingAssets.read(keys),
    deps.pageStates.read(keys),
    deps.outdatedFiles.read(keys),
  ])
  return keys.map((_, at) => ({
    head: heads[at],
    misses: misses[at],
    planned: planned[at],
    conflict: tables[0][at],
    suspect: tables[1][at],
    pending: tables[2][at],
    deferral: tables[3][at],
    failing: tables[4][at],
    missingAssets: tables[5][at],
    pageState: tables[6][at],
    outdatedFiles: tables[7][at],
  }))
}

/** The planned change of each record in waiting plans and in the active run. */
async function readPlanned(
  { runs, plans }: Stores,
  keys: readonly RecordKey[],
): Promise<StateFacts['planned'][]> {
  const waiting = (await runs.waiting()).map(({ id }) => id)
  const active = [...(await runs.products()), (await runs.activeId()) ?? []].flat()
  const states = await Promise.all(active.map((runId) => runs.state(runId)))
  const writing = active.filter((_, index) => states[index] === 'writing')
  const found: StateFacts['planned'][] = keys.map(() => undefined)
  for (const runId of [...writing, ...waiting]) {
    const changes = await plans.read(runId, keys.map(recordId))
    for (const [at, change] of changes.entries()) found[at] ??= change && plannedIn(runId, change)
  }
  return found
}

function plannedIn(runId: string, change: Change): StateFacts['planned'] {
  if (change.kind === 'revert') return undefined
  return { runId, kind: change.kind, ...(change.kind === 'retire' && { reason: change.reason }) }
}
