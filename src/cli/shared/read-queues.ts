import { closeQueues, openQueues } from '../../../jobs/queue/queues.ts'
import { lastDueAt, nextRunAt } from '../../../jobs/queue/schedule.ts'
import type { OpenedStore } from '../../store/open.ts'

/** The number of processes that work on the queues, and the times of the next and of the last due run. */
export async function readQueues({
  connection,
  keys,
}: OpenedStore): Promise<{ workers: number; next: Date | undefined; due: Date | undefined }> {
  const queues = openQueues(connection, keys.queues)
  try {
    return {
      workers: await queues.runs.getWorkersCount(),
      next: await nextRunAt(queues),
      due: await lastDueAt(queues, new Date()),
    }
  } finally {
    await closeQueues(queues)
  }
}
