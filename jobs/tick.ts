import { DelayedError, type Job } from 'bullmq'
import { enqueueRun } from './control.ts'
import type { JobDeps, RunnableJob } from './define.ts'

/** Starts a full sync on schedule. Waits for a verify; skipped while another run is active. */
export const tickJob = defineTick('tick', 'sync')

/** Starts a verify on schedule. Waits while another run is active. */
export const verifyTickJob = defineTick('verify-tick', 'verify')

function defineTick(name: string, kind: 'sync' | 'verify'): RunnableJob {
  return {
    queue: 'runs',
    name,
    async process(deps, job, token) {
      const { log, runs } = deps.sync
      const begun = await enqueueRun(deps, { kind, trigger: 'schedule', approved: false, scope: {} })
      if (begun.ok) return { runId: begun.run.id }
      const { activeRunId } = begun
      if (kind === 'verify' || (await runs.read(activeRunId))?.kind === 'verify') {
        log.info({ activeRunId, kind }, 'scheduled run waits: another run is active')
        return tryLater(deps, job, token)
      }
      log.warn({ activeRunId }, 'scheduled run skipped: another run is active')
      return { skippedFor: activeRunId }
    },
  }
}

const laterMs = 3 * 60_000

/** Retries a scheduled job in some minutes. Its fixed id keeps further ticks from piling up. */
async function tryLater({ queues }: JobDeps, job: Job, token: string): Promise<{ later: string }> {
  const jobId = `${job.name}-later`
  if (job.id === jobId) {
    await job.moveToDelayed(Date.now() + laterMs, token)
    throw new DelayedError()
  }
  await queues.runs.add(job.name, {}, { jobId, delay: laterMs, removeOnComplete: true, removeOnFail: true })
  return { later: jobId }
}
