import { WaitingChildrenError } from 'bullmq'
import { z } from 'zod'
import { inChunks } from '../src/lib/chunks.ts'
import { closeUndo } from '../src/sync/undo/close-undo.ts'
import { listWritten } from '../src/sync/undo/close-undo.ts'
import { writeListings } from '../src/sync/finish/write-listings.ts'
import { defineJob } from './define.ts'
import { addChildren } from './queues.ts'

const Payload = z.object({ runId: z.string(), step: z.enum(['list', 'end']) })
type Payload = z.infer<typeof Payload>

const recordsPerJob = 100

/** Has everything put back that another run wrote, a hundred records a job, and closes the undo. */
export const undoRunJob = defineJob<Payload>({
  queue: 'runs',
  name: 'undo-run',
  payload: Payload,
  async run({ sync, queues }, { runId, step }, { job, token, signal }) {
    const run = await sync.runs.read(runId)
    if (run?.state !== 'writing' || run.undoes === undefined) return
    if (step === 'list' && !run.failure) {
      for await (const ids of listWritten(sync, run.undoes)) {
        for (const recordIds of inChunks(ids, recordsPerJob)) {
          const payloads = [{ runId, undoes: run.undoes, recordIds }]
          await addChildren(queues.pages, job, { name: 'undo-pages', idPrefix: `undo-${runId}`, payloads })
        }
      }
    }
    await job.updateData({ runId, step: 'end' })
    if (await job.moveToWaitingChildren(token)) throw new WaitingChildrenError()
    const ended = await sync.runs.read(runId)
    if (ended?.state !== 'writing') return
    await writeListings(sync, runId, signal)
    await closeUndo(sync, ended)
  },
})
