import { UnreachableError, UnusableError } from '../src/lib/errors.ts'
import { answersReads } from '../src/sync/batches/answers-reads.ts'
import type { SyncDeps } from '../src/sync/deps.ts'
import type { QueueName } from './queues.ts'

const writingQueues: ReadonlySet<QueueName> = new Set(['media', 'pages', 'retire'])

/**
 * Whether a job that writes gave up because the CMS answers nothing at all; then no other job can succeed either. A CMS
 * that answers a cheap read has a problem with this job alone.
 */
export async function isOutage(
  deps: Pick<SyncDeps, 'cms'>,
  queue: QueueName,
  error: unknown,
  signal: AbortSignal,
): Promise<boolean> {
  if (!writingQueues.has(queue) || !(error instanceof UnreachableError) || error.upstream !== 'cms')
    return false
  try {
    return !(await answersReads(deps, signal))
  } catch (other) {
    return other instanceof UnusableError
  }
}
