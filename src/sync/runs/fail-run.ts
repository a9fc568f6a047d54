import { finishRun, type RunDeps } from './finish-run.ts'
import { activeStates, type Run } from '../../core/record/run.ts'

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
