import { z } from 'zod'
import { verifyMirror } from '../src/sync/verify/verify-mirror.ts'
import { defineJob } from './queue/define-job.ts'
import { jobName } from './queue/queues.ts'

const Payload = z.object({ runId: z.string(), read: z.int() })
type Payload = z.infer<typeof Payload>

/** Compares the CMS with the snapshots, 100 pages at a time; repairs then go through the review like every plan. */
export const verifyMirrorJob = defineJob<Payload>({
  queue: 'runs',
  name: 'verify-mirror',
  payload: Payload,
  async run({ sync, queues }, { runId, read }, { job, signal }) {
    const run = await sync.runs.read(runId)
    if (run?.state !== 'planning') return
    const save = (done: number): Promise<void> => job.updateData({ runId, read: done })
    await verifyMirror(sync, run, { read, save }, signal)
    if ((await sync.runs.state(runId)) !== 'planning') return
    const planned = await sync.plans.count(runId, 'write')
    if (planned > 0 || run.repair === true)
      await queues.runs.add(jobName('review-plan'), { runId, step: 'review' }, { jobId: `review-${runId}` })
    else await queues.runs.add(jobName('finish-run'), { runId }, { jobId: `finish-${runId}` })
  },
})
