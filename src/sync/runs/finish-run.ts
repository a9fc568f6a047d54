import type { RunDeps } from '../deps.ts'
import { indexRun } from './run-index/index-run.ts'
import { countFailing } from './count-failures.ts'
import { countOutcomes, countOutside } from './count-outcomes.ts'
import { accountFor } from '../../core/run/run-account.ts'
import { activeStates, isWhole, type Run, type RunState } from '../../core/run/run.ts'

/** The end of a run; without a state it is done, or partial if records failed or files were omitted. */
type RunEnd = { state: RunState } & Partial<Pick<Run, 'failure' | 'planned' | 'guards' | 'samePlanAs'>>

const counted: ReadonlySet<RunState> = new Set(['done', 'partial', 'failed'])
const troubles: ReadonlySet<RunState> = new Set(['failed', 'partial', 'held'])

/** Closes a run, or leaves it held or planned, and saves the counts of its report. */
export async function finishRun(deps: RunDeps, runId: string, end?: RunEnd): Promise<Run | undefined> {
  const run = await deps.runs.read(runId)
  if (run === undefined || !activeStates.includes(run.state)) return run
  const { unchanged, conflicts, keptEdits, all, ...results } = await countOutcomes(deps, runId)
  const isOver = end === undefined || end.state === 'failed'
  const wrote = isOver || end.state === 'cancelled'
  const waiting = await countRest(deps, run)
  // If a product or language is no longer listed, its pages are retired, held, or get new links and files.
  const { retire, update } = run.planned
  const mayLeave = run.kind === 'sync' && run.restOf === undefined && retire + update + results.held > 0
  const outside = mayLeave ? await countOutside(deps, run) : { all: 0, others: 0 }
  const counts = {
    ...run.counts,
    ...results,
    ...accountFor(run, { all, unchanged, waiting, outside, wrote, isOver }),
  }
  const { unfetched = 0 } = run
  const state = end?.state ?? (counts.failed + counts.notPlanned + unfetched > 0 ? 'partial' : 'done')
  const finishedAt = deps.now()
  // Before the run is closed, because a repeated count after a crash changes nothing.
  if (run.kind === 'sync' && counted.has(state))
    await countFailing(deps, run, { ...counts, runFailed: state === 'failed' }, finishedAt)
  const { partner = 0, cmsReads = 0, cmsBatches = 0, cmsOther = 0 } = await deps.runs.progress(runId)
  const requests = { partner, cmsReads, cmsBatches, cmsOther }
  const found = { ...(conflicts > 0 && { conflicts }), ...(keptEdits > 0 && { keptEdits }) }
  const patch = { state, counts, ...found, requests, finishedAt: finishedAt.toISOString(), ...end }
  const finished = await deps.runs.update(runId, patch, activeStates)
  deps.log.info({ runId, state, counts, ...(end?.failure && { failure: end.failure.message }) }, 'run ended')
  if (finished && troubles.has(finished.state)) await deps.notify(finished)
  // An operator who cancels a run must not wait for this, and the batches in flight are still to be counted.
  if (state !== 'cancelled') await indexRun(deps, runId)
  return finished
}

/** Records of the scope that wait in a separate run, because only a part of the plan was approved. */
async function countRest({ runs }: RunDeps, run: Run): Promise<number> {
  const rest = run.rest === undefined ? undefined : await runs.read(run.rest)
  return rest === undefined ? 0 : rest.counts.records - rest.planned.retire
}

/** Ends a run as failed, without counts if counting fails: its lock would otherwise block every later run. */
export async function failRun(
  deps: RunDeps,
  runId: string,
  failure: NonNullable<Run['failure']>,
): Promise<void> {
  try {
    await finishRun(deps, runId, { state: 'failed', failure })
  } catch (error) {
    deps.log.error({ runId, err: error }, 'run cannot be counted; it ends without counts')
    const finishedAt = deps.now().toISOString()
    const failed = await deps.runs.update(runId, { state: 'failed', failure, finishedAt }, activeStates)
    if (failed) await deps.notify(failed)
  }
}

const noticeStates: ReadonlySet<RunState> = new Set(['done', 'partial', 'failed', 'held'])

/**
 * Sends the notice of the last full run if a process was killed between closing the run and sending it. Sent notices
 * are not repeated. A refused approval needs no notice here, because the operator sees the refusal at once.
 */
export async function notifyMissedEnd({ runs, notify }: RunDeps): Promise<void> {
  const last = (await runs.list(20)).find((run) => run.kind === 'sync' && isWhole(run))
  if (last !== undefined && noticeStates.has(last.state) && last.refusal === null) await notify(last)
}
