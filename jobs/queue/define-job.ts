import type { Job } from 'bullmq'
import type { z } from 'zod'
import { hasWaitedToWrite, requeueOrFail } from './requeue-or-fail.ts'
import type { JobDeps, Work } from './job-deps.ts'
import type { QueueName } from './queues.ts'
import { parsePayload } from './unprocessable-job.ts'

type JobDefinition<Data extends { runId: string }> = {
  queue: QueueName
  name: string
  payload: z.ZodType<Data>
  run(deps: JobDeps, data: Data, work: Work<Data>): Promise<unknown>
}

export type RunnableJob = {
  queue: QueueName
  name: string
  payload: z.ZodType
  process(deps: JobDeps, job: Job, token: string, signal: AbortSignal): Promise<unknown>
}

/** Makes a job of a payload schema and one function: parses, runs, and translates errors for BullMQ. */
export function defineJob<Data extends { runId: string }>(definition: JobDefinition<Data>): RunnableJob {
  return {
    queue: definition.queue,
    name: definition.name,
    payload: definition.payload,
    async process(deps, job, token, signal) {
      const work = { job, token, signal }
      try {
        if (hasWaitedToWrite(job)) await deps.sync.writeGate.pass()
        return await definition.run(deps, parsePayload(definition.payload, job), work)
      } catch (error) {
        return await requeueOrFail(deps, definition.queue, work, error)
      }
    },
  }
}
