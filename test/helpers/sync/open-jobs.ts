import { Worker, type Job } from 'bullmq'
import type { JobDeps } from '../../../jobs/queue/job-deps.ts'
import { closeQueues, openQueues, type QueueName } from '../../../jobs/queue/queues.ts'
import { startWorkers, type Workers } from '../../../jobs/workers.ts'
import { moveDamagedJobsAway } from '../../../src/store/fleet/damaged-jobs.ts'
import { endExtendedExpiries } from '../../../src/store/fleet/queue-expiries.ts'
import { timeOf } from '../../../src/store/redis/time.ts'
import type { Mirror, Stage } from './sync-deps.ts'

/** The token of jobs that a test takes manually. */
export const token = 'mine'

/** The queues of one mirror, with workers if a test starts them, and jobs taken manually. */
export function openJobs(stage: Stage, mirror: Mirror, more: Partial<JobDeps> = {}) {
  const connection = { path: stage.redis.options.path ?? '' }
  const prefix = mirror.keys.queues
  const queues = openQueues(connection, prefix)
  const deps: JobDeps = {
    sync: mirror,
    queues,
    reportRequests: async () => undefined,
    countRequests: (work) => work(),
    tryUpstreams: async () => undefined,
    untilWritable: async () => undefined,
    sharedNow: () => timeOf(stage.redis),
    moveDamagedJobsAway: (queue) => moveDamagedJobsAway(stage.redis, mirror.keys, queue),
    endExtendedExpiries: (queue, lockMs) => endExtendedExpiries(stage.redis, mirror.keys, queue, lockMs),
    deliver: async () => undefined,
    ...more,
  }
  const takers: Worker[] = []
  let workers: Workers | undefined
  return {
    deps,
    queues,
    async start(jobLockMs = 15_000, signal = new AbortController().signal): Promise<void> {
      workers = await startWorkers(deps, {
        connection,
        prefix,
        jobLockMs,
        signal,
        concurrency: { runs: 1, plan: 1, media: 1, pages: 1, retire: 1, products: 1, notices: 1 },
      })
    },
    areRunning: () => workers?.isRunning() === true,
    /** Takes the next job of a queue, like a worker that takes over from a killed one. */
    async take(name: QueueName): Promise<Job> {
      const taker = new Worker(name, null, { connection, prefix, autorun: false })
      takers.push(taker)
      const job = (await taker.getNextJob(token)) as Job | undefined
      if (job === undefined) throw new Error(`there is no job to take in ${name}`)
      return job
    },
    async close(): Promise<void> {
      await Promise.all(takers.map((taker) => taker.close()))
      await workers?.stop()
      await closeQueues(queues)
    },
  }
}

export type Jobs = ReturnType<typeof openJobs>
