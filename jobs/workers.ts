import { Worker, type ConnectionOptions } from 'bullmq'
import { MirrorError, reasonOf } from '../src/lib/errors.ts'
import { giveBack, type JobDeps, type RunnableJob } from './define.ts'
import { deliverNoticeJob } from './deliver-notice.ts'
import { finishRunJob } from './finish-run.ts'
import { planChunkJob } from './plan-chunk.ts'
import { queueNames, type QueueName } from './queues.ts'
import { retirePagesJob } from './retire-pages.ts'
import { reviewPlanJob } from './review-plan.ts'
import { startRunJob } from './start-run.ts'
import { tickJob, verifyTickJob } from './tick.ts'
import { undoPagesJob } from './undo-pages.ts'
import { undoRunJob } from './undo-run.ts'
import { findJob, runIdOf } from './unfit-job.ts'
import { untilSent } from './until-sent.ts'
import { uploadMediaJob } from './upload-media.ts'
import { verifyMirrorJob } from './verify-mirror.ts'
import { writePagesJob } from './write-pages.ts'

const jobs: readonly RunnableJob[] = [
  startRunJob,
  planChunkJob,
  reviewPlanJob,
  uploadMediaJob,
  writePagesJob,
  retirePagesJob,
  finishRunJob,
  verifyMirrorJob,
  undoRunJob,
  undoPagesJob,
  tickJob,
  verifyTickJob,
  deliverNoticeJob,
]

/** How long a process that is to stop goes on to send what it has to tell. */
const lastWordsMs = 3_000

export type Workers = { isRunning(): boolean; stop(): Promise<void> }

/** Starts the workers of this process; `stop` lets batches in hand finish and gives all other jobs back. */
export async function startWorkers(
  deps: JobDeps,
  options: {
    connection: ConnectionOptions
    prefix: string
    concurrency: Record<QueueName, number>
    /** How long a job stays with a process that gives no sign of life. */
    jobLockMs: number
  },
): Promise<Workers> {
  await deps.queues.runs.setGlobalConcurrency(1)
  // Ours, not BullMQ's: it gives none to a function that declares fewer than three parameters, and tells nobody.
  const stopping = new AbortController()
  const noticesAbort = new AbortController()
  const workers = queueNames.map((name) => {
    const { signal } = name === 'notices' ? noticesAbort : stopping
    const own = jobs.filter(({ queue }) => queue === name)
    const worker = new Worker(
      name,
      async (job, token = '') => {
        const about = { runId: runIdOf(job), job: job.id }
        const startedAt = Date.now()
        deps.sync.log.debug(about, 'job begun')
        try {
          const found = findJob(own, job)
          const result: unknown =
            found instanceof MirrorError
              ? await giveBack(deps, name, { job, token, signal }, found)
              : await found.process(deps, job, token, signal)
          deps.sync.log.info({ ...about, ms: Date.now() - startedAt }, 'job done')
          return result
        } finally {
          // Never thrown: it would take the place of the error by which BullMQ learns what the job waits for.
          await deps.reportRequests(about.runId).catch((error: unknown) => {
            deps.sync.log.warn({ ...about, reason: reasonOf(error) }, 'requests not counted in the report')
          })
        }
      },
      {
        connection: options.connection,
        prefix: options.prefix,
        concurrency: options.concurrency[name],
        // A killed process's jobs go on elsewhere after at most the lock and the time between two checks.
        lockDuration: options.jobLockMs,
        stalledInterval: Math.ceil(options.jobLockMs / 3),
        // We count ourselves: BullMQ fails a job without asking us, and its run would never end.
        maxStalledCount: Number.MAX_SAFE_INTEGER,
      },
    )
    worker.on('error', (error) => {
      // A lost connection is told once, by the store; here it would be told at every try by every worker.
      if (!isConnectionLoss(error)) deps.sync.log.error({ queue: name, err: error }, 'worker error')
    })
    return worker
  })
  await Promise.all(workers.map((worker) => worker.waitUntilReady()))
  return {
    isRunning: () => workers.every((worker) => worker.isRunning() && !worker.closing),
    async stop() {
      const reason = new MirrorError('This process is to stop.')
      const ofRuns = workers.filter(({ name }) => name !== 'notices')
      const closing = ofRuns.map((worker) => worker.close())
      stopping.abort(reason)
      await Promise.all(closing)
      // A process that does one run may be the only one for hours.
      await untilSent(deps.queues.notices, lastWordsMs)
      const closed = workers.map((worker) => worker.close())
      noticesAbort.abort(reason)
      await Promise.all(closed)
    },
  }
}

function isConnectionLoss(error: Error): boolean {
  return 'syscall' in error || error.message === 'Connection is closed.'
}
