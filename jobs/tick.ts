import { DelayedError, type Job } from 'bullmq'
import { z } from 'zod'
import { enqueueRun } from './control.ts'
import { giveBack, type JobDeps, type RunnableJob } from './define.ts'
import { schedulers } from './schedule.ts'
import { UnfitJobError } from './unfit-job.ts'

const Payload = z.strictObject({})

/** Starts a full sync on schedule. Waits for a verify; skipped while another run is active. */
export const tickJob = defineTick('sync')

/** Starts a verify on schedule. Waits while another run is active. */
export const verifyTickJob = defineTick('verify')

function defineTick(kind: 'sync' | 'verify'): RunnableJob {
  const { id, name } = schedulers[kind]
  return {
    queue: 'runs',
    name,
    payload: Payload,
    async process(deps, job, token, signal) {
      const { log, runs } = deps.sync
      // A scheduled run supersedes held plans, so nothing but the schedule may start one.
      const scheduled = job.id === laterId(name) || job.id?.startsWith(`repeat:${id}:`) === true
      if (!scheduled || !Payload.safeParse(job.data).success) {
        const message = `Job ${name} (${job.id}) does not come from the schedule. Start a run with: product-mirror sync`
        return giveBack(deps, 'runs', { job, token, signal }, new UnfitJobError(message))
      }
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
const laterId = (name: string): string => `${name}-later`

/** Retries a scheduled job in some minutes. Its fixed id keeps further ticks from piling up. */
async function tryLater({ queues }: JobDeps, job: Job, token: string): Promise<{ later: string }> {
  const jobId = laterId(job.name)
  if (job.id === jobId) {
    await job.moveToDelayed(Date.now() + laterMs, token)
    throw new DelayedError()
  }
  await queues.runs.add(job.name, {}, { jobId, delay: laterMs, removeOnComplete: true, removeOnFail: true })
  return { later: jobId }
}
