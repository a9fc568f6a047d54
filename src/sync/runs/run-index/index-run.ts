import { activeStates, isWaiting, type Run } from '../../../core/run/run.ts'
import type { RunIndex } from '../../../core/views/run-index.ts'
import { reasonOf } from '../../../lib/errors.ts'
import type { Stores } from '../../../store/stores.ts'
import type { RunDeps } from '../../deps.ts'
import { walkPlanned } from '../walk-planned.ts'
import { createIndexBuilder } from './build-index.ts'

/** Smaller runs are read when they are shown. */
export const fewRecords = 2_000

/**
 * Stores the index of a run that has just ended or waits, so that its page is shown without reading all of its records.
 * A page also stores a missing index, so this never fails a run.
 */
export async function indexRun(deps: RunDeps, runId: string): Promise<void> {
  try {
    const run = await deps.runs.read(runId)
    if (run === undefined || activeStates.includes(run.state)) return
    const { records, revision } = await deps.runIndexes.sizeOf(run)
    if (records > fewRecords)
      await deps.runIndexes.save(run, { revision, index: await buildIndex(deps, run) })
  } catch (error) {
    deps.log.warn({ runId, reason: reasonOf(error) }, 'run not indexed; its page reads all of its records')
  }
}

/** Reads the results of a run's records, without their content. */
export async function buildIndex({ runs, plans }: Stores, run: Run, most?: number): Promise<RunIndex> {
  const builder = createIndexBuilder(run.kind, most)
  for await (const outcomes of runs.scanOutcomes(run.id)) {
    for (const outcome of outcomes) builder.addOutcome(outcome)
    if (builder.isFull()) break
  }
  if (isWaiting(run)) {
    for await (const planned of walkPlanned(plans, run.id)) {
      if (builder.isFull()) break
      for (const change of planned) builder.addPlanned(change)
    }
  }
  return builder.build()
}
