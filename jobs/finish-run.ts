import { z } from 'zod'
import { closeVerify, notifyDrift } from '../src/sync/verify/close-verify.ts'
import { failLeftovers } from '../src/sync/runs/fail-leftovers.ts'
import { finishRun, notifyMissedEnd } from '../src/sync/runs/finish-run.ts'
import { clearStaleLinks } from '../src/sync/review/plan-language-links.ts'
import { trashDuplicateMedia } from '../src/sync/finish/trash-duplicate-media.ts'
import { trashDuplicatePages } from '../src/sync/finish/trash-duplicate-pages.ts'
import { tidyMedia } from '../src/sync/finish/trash-unused-media.ts'
import { syncMenu } from '../src/sync/finish/sync-menu.ts'
import { writeListings } from '../src/sync/finish/write-listings.ts'
import { activeStates, sawEverything, type Run } from '../src/core/record/run.ts'
import { defineJob, LaterError } from './define.ts'

const Payload = z.object({ runId: z.string() })
type Payload = z.infer<typeof Payload>

/** Trashes duplicate pages and media, updates listings and menu, fails leftover records, and closes the run. */
export const finishRunJob = defineJob<Payload>({
  queue: 'runs',
  name: 'finish-run',
  payload: Payload,
  async run({ sync, reportRequests }, { runId }, { signal }) {
    const run = await sync.runs.read(runId)
    if (run === undefined) return
    const mayCreate = run.kind === 'sync' || run.kind === 'verify'
    if (mayCreate && !run.failure) await trashDuplicatePages(sync, runId, signal)
    if (mayCreate || run.kind === 'undo') await failLeftovers(sync, runId)
    if (run.kind === 'sync' && !run.failure) {
      await trashDuplicateMedia(sync, signal)
      await tidyMedia(sync, run, signal)
    }
    if (writes(run) && !run.failure) {
      await writeListings(sync, runId, signal)
      const { waitMs } = mayCreate ? await syncMenu(sync, run, signal) : { waitMs: 0 }
      if (waitMs > 0) throw new LaterError(waitMs)
    }
    if (run.kind === 'sync' || run.kind === 'rebuild') await clearStaleLinks(sync)
    if (run.kind === 'verify') await closeVerify(sync, runId, signal)
    await reportRequests(runId)
    const closed = await finishRun(sync, runId, run.failure ? { state: 'failed' } : undefined)
    if (closed?.kind === 'verify') await notifyDrift(sync, closed)
    if (closed && sawEverything(closed)) await sync.listings.markComplete()
    // A killed process may have closed the run without sending its notice.
    if (!activeStates.includes(run.state)) await notifyMissedEnd(sync)
    // Receivers of a notice about a problem also get one about its end.
    if (closed?.state === 'done' && Object.keys(closed.findings ?? {}).length === 0) await sync.notify(closed)
  },
})

/** Whether a run may change what visitors see. */
function writes({ kind, state, repair }: Run): boolean {
  return activeStates.includes(state) && (kind === 'sync' || kind === 'undo' || repair === true)
}
