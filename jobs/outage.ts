import type { Job } from 'bullmq'
import { OutageError } from '../src/lib/errors.ts'
import type { SyncDeps } from '../src/sync/deps.ts'
import { runIdOf } from './unfit-job.ts'

/**
 * Whether waiting for an upstream is not worth it: the run is about to begin its work, and the upstream has answered
 * nothing since. Such a run fails soon, and can simply be started again.
 */
export async function isHopeless(
  { runs, now }: Pick<SyncDeps, 'runs' | 'now'>,
  { job }: { job: Job },
  error: unknown,
): Promise<boolean> {
  const runId = runIdOf(job)
  if (!(error instanceof OutageError) || job.queueName !== 'runs' || runId === undefined) return false
  const run = await runs.read(runId)
  if (run?.state !== 'planning') return false
  return error.facts.answeredAgoMs > now().getTime() - Date.parse(run.createdAt)
}
