import { WaitingChildrenError } from 'bullmq'
import { z } from 'zod'
import { planReverts } from '../src/sync/undo/plan-reverts.ts'
import { defineJob } from './define.ts'
import { jobName } from './queues.ts'

const Payload = z.object({
  runId: z.string(),
  /** Older versions also queued `end`. */
  step: z.enum(['list', 'end', 'planned']),
})
type Payload = z.infer<typeof Payload>

/** Plans to put back what another run wrote, and passes the whole plan on to the review. */
export const undoRunJob = defineJob<Payload>({
  queue: 'runs',
  name: 'undo-run',
  payload: Payload,
  async run({ sync, queues, tryUpstreams }, { runId, step }, { job, token }) {
    const run = await sync.runs.read(runId)
    if (run?.state !== 'writing' || run.undoes === undefined) return
    // Only an older version gave this job children.
    if (await job.moveToWaitingChildren(token)) throw new WaitingChildrenError()
    if (step !== 'planned') {
      await tryUpstreams()
      await planReverts(sync, run)
      await job.updateData({ runId, step: 'planned' })
    }
    await queues.runs.add(jobName('review-plan'), { runId, step: 'review' }, { jobId: `review-${runId}` })
  },
})
