import { z } from 'zod'
import { defineJob } from './queue/define-job.ts'

/**
 * A job of older versions, in which an undo had no plan. It leaves its records to its parent: once all such
 * jobs have ended, `undo-run` plans every record without an outcome.
 */
export const undoPagesJob = defineJob({
  queue: 'pages',
  name: 'undo-pages',
  payload: z.object({ runId: z.string() }),
  run: () => Promise.resolve(),
})
