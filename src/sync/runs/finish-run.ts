import type { SyncDeps } from '../deps.ts'
import { countFailing } from './count-failures.ts'
import { countOutcomes } from './count-outcomes.ts'
import { activeStates, type Counts, type Run, type RunState } from '../../core/record/run.ts'

type Deps = Pick<SyncDeps, 'runs' | 'failing' | 'notify' | 'log' | 'now'>

/** How a run ends; without a state it is done, or partial when records failed. */
export type RunEnd = { state: RunState } & Partial<Pick<Run, 'failure' | 'planned' | 'guards'>>

const troubles: ReadonlySet<RunState> = new Set(['failed', 'partial', 'held'])

/** The states of a run that ended after its writes. */
const wholeStates: ReadonlySet<RunState> = new Set(['done', 'partial'])

/** Closes a run, or leaves it held or planned, and saves the counts of its report. */
export async function finishRun(deps: Deps, runId: string, end?: RunEnd): Promise<Run | undefined> {
  const run = await deps.runs.read(runId)
  if (run === undefined || !activeStates.includes(run.state)) return run
  const results = await countOutcomes(deps, runId)
  const progress = await deps.runs.progress(runId)
  const counts = {
    ...run.counts,
    ...countsOf(results),
    unchanged: run.counts.unchanged + (results['unchanged'] ?? 0),
  }
  const state = end?.state ?? (counts.failed > 0 ? 'partial' : 'done')
  const finishedAt = deps.now()
  // Before the run is closed: a crash in between then counts it again, which changes nothing.
  if (run.kind === 'sync' && wholeStates.has(state)) await countFailing(deps, run, counts, finishedAt)
  const finished = await deps.runs.update(
    runId,
    {
      state,
      counts,
      requests: {
        partner: progress['partner'] ?? 0,
        cmsReads: progress['cmsReads'] ?? 0,
        cmsBatches: progress['cmsBatches'] ?? 0,
        cmsOther: progress['cmsOther'] ?? 0,
      },
      finishedAt: finishedAt.toISOString(),
      ...end,
    },
    activeStates,
  )
  deps.log.info({ runId, state, counts, ...(end?.failure && { failure: end.failure.message }) }, 'run ended')
  if (finished && troubles.has(finished.state)) await deps.notify(finished)
  return finished
}

/** A run's counts by outcome, except those that planning has already counted. */
export function countsOf(results: Readonly<Record<string, number>>): Omit<Counts, CountedInPlanning> {
  const count = (result: string): number => results[result] ?? 0
  return {
    created: count('created'),
    updated: count('updated'),
    restored: count('restored'),
    retired: count('retired'),
    kept: count('kept'),
    held: count('held'),
    failed: count('failed'),
    deferred: count('deferred'),
    quarantined: count('quarantined'),
    undone: count('undone'),
  }
}

type CountedInPlanning = 'records' | 'unchanged' | 'absent'
