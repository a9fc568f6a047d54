import type { HookContext, BeforeHookResult } from '@bull-board/api/typings/app'
import type { OpsDeps } from '../../deps.ts'

/** The permitted changes of a queue: retries of failed jobs, and removal. */
const allowed: ReadonlySet<string> = new Set([
  '/api/queues/:queueName/retry/:queueStatus',
  '/api/queues/:queueName/:jobId/retry',
  '/api/queues/:queueName/clean/:queueStatus',
  '/api/queues/:queueName/:jobId/clean',
])

const message = 'Here, failed jobs can be retried and jobs removed. The mirror itself does everything else.'

/**
 * Refuses requests that create work: an added, edited or repeated job cannot be distinguished from the
 * mirror's own.
 */
export async function refuseForgery(
  queues: OpsDeps['queues'],
  { method, route, request }: HookContext,
): Promise<BeforeHookResult> {
  const known = method === 'get' || allowed.has(route)
  if (known && !route.includes('/retry')) return undefined
  if (known && (await stateOfRetried(queues, request.params)) === 'failed') return undefined
  return { allow: false, status: 403, message }
}

async function stateOfRetried(
  queues: OpsDeps['queues'],
  { queueName, jobId, queueStatus }: Readonly<Record<string, string | undefined>>,
): Promise<string | undefined> {
  if (queueStatus !== undefined) return queueStatus
  const queue = queues.find(({ name }) => name === queueName)
  return (await queue?.getJob(jobId ?? ''))?.getState()
}
