import { z } from 'zod'
import { answersReads } from '../src/sync/batches/answers-reads.ts'
import { UnreachableError } from '../src/lib/errors.ts'
import { assertMapFits } from '../src/sync/runs/assert-map.ts'
import { planReverts } from '../src/sync/undo/plan-reverts.ts'
import { defineJob } from './queue/define-job.ts'
import { jobName } from './queue/queues.ts'

const Payload = z.object({
  runId: z.string(),
  step: z.enum(['list', 'planned']),
})
type Payload = z.infer<typeof Payload>

/** Plans the reverts of another run's writes, and passes the whole plan on to the review. */
export const undoRunJob = defineJob<Payload>({
  queue: 'runs',
  name: 'undo-run',
  payload: Payload,
  async run({ sync, queues, tryUpstreams }, { runId, step }, { job, signal }) {
    const run = await sync.runs.read(runId)
    if (run?.state !== 'writing' || run.undoes === undefined) return
    if (step !== 'planned') {
      await tryUpstreams()
      // Nothing is written yet, so the undo can be started again.
      if (!(await answersReads(sync, signal)))
        throw new UnreachableError(
          'cms',
          'The CMS sent no usable response before the undo started. Check that it is up.',
        )
      await assertMapFits(sync, signal)
      await planReverts(sync, run)
      await job.updateData({ runId, step: 'planned' })
    }
    await queues.runs.add(jobName('review-plan'), { runId, step: 'review' }, { jobId: `review-${runId}` })
  },
})
