import { closeQueues, openQueues } from '../../../jobs/queues.ts'
import { nextRunAt } from '../../../jobs/schedule.ts'
import type { OpenedStore } from '../../store/redis/open.ts'

/** The number of processes that work on the queues, and the time of the next scheduled run. */
export async function readQueues({
  connection,
  keys,
}: OpenedStore): Promise<{ workers: number; next: Date | undefined }> {
  const queues = openQueues(connection, keys.queues)
  try {
    return { workers: await queues.runs.getWorkersCount(), next: await nextRunAt(queues) }
  } finally {
    await closeQueues(queues)
  }
}
