import { z } from 'zod'
import { closeVerify, notifyDrift } from '../src/sync/verify/close-verify.ts'
import { failLeftovers } from '../src/sync/runs/fail-leftovers.ts'
import { finishRun, notifyMissedEnd } from '../src/sync/runs/finish-run.ts'
import { listOutdated } from '../src/sync/plan/list-outdated.ts'
import { clearStaleLinks } from '../src/sync/review/plan-language-links.ts'
import { trashDuplicateMedia } from '../src/sync/finish/trash-duplicate-media.ts'
import { noteUnshown } from '../src/sync/finish/note-unshown.ts'
import { readUncertain, trashDuplicatePages } from '../src/sync/finish/trash-duplicate-pages.ts'
import { addSearchTexts } from '../src/sync/finish/add-search-texts.ts'
import { resolveOrphans } from '../src/sync/finish/resolve-orphans.ts'
import { tidyMedia } from '../src/sync/finish/trash-unused-media.ts'
import { createWantedSizes } from '../src/sync/media/create-sizes.ts'
import { syncMenu } from '../src/sync/finish/sync-menu.ts'
import { writeListings } from '../src/sync/finish/write-listings.ts'
import { activeStates, sawEverything, type Run } from '../src/core/run/run.ts'
import type { SyncDeps } from '../src/sync/deps.ts'
import { defineJob } from './queue/define-job.ts'
import { LaterError } from './queue/requeue-or-fail.ts'
import type { JobDeps } from './queue/job-deps.ts'
import { withShared } from './products/with-shared.ts'
import { withSite } from './products/with-site.ts'

const Payload = z.object({ runId: z.string() })
type Payload = z.infer<typeof Payload>

/** Trashes duplicate pages and media, updates listings and menu, fails leftover records, and closes the run. */
export const finishRunJob = defineJob<Payload>({
  queue: 'runs',
  name: 'finish-run',
  payload: Payload,
  async run(deps, { runId }, { job: { id: job = '' }, signal }) {
    const { sync } = deps
    const run = await sync.runs.read(runId)
    if (run === undefined) return
    if (await mayHaveDuplicates(sync, run))
      await withSite(sync, { what: 'whole mirror', job }, signal, (held) => removeDuplicates(sync, run, held))
    if (mayCreate(run) || run.kind === 'undo') await failLeftovers(sync, runId)
    // The run may have detected lost files while it wrote. Their pages are shown as outdated from now on.
    if (!run.failure) await listOutdated(sync, run)
    await addSearchTexts(sync)
    if (run.kind === 'sync' && !run.failure) {
      await resolveOrphans(sync, run, signal)
      const tidy = (held: AbortSignal): Promise<void> => tidyMedia(sync, run, held)
      if (sync.policy.mediaCleanup !== 'trash') await tidy(signal)
      else await withSite(sync, { what: 'whole mirror', job }, signal, tidy)
    }
    const isComplete = await finishSizes(deps, run, job, signal)
    // A product run that ends from here on finds no active run, and updates these pages itself.
    await withSite(sync, { what: 'shared pages', job }, signal, async (held) => {
      // Otherwise the next run updates their images, and this one must not wait for the end of a pause.
      if (isComplete) await updateSharedPages(sync, run, held)
      if (run.kind === 'sync' || run.kind === 'rebuild' || run.kind === 'verify')
        await clearStaleLinks(sync, async (gtins, clear) => {
          await withShared(sync, { job, gtins }, held, (free) => clear([...free]))
        })
      if (run.kind === 'verify') await closeVerify(sync, runId, held)
      await closeRun(deps, run)
    })
  },
})

/** Creates smaller sizes once visitors find the pages; returns false if it left some to the next run. */
async function finishSizes(deps: JobDeps, run: Run, job: string, signal: AbortSignal): Promise<boolean> {
  const { sync } = deps
  if (!writes(run) || run.failure || (await sync.wantedSizes.count()) === 0) return true
  await withSite(sync, { what: 'shared pages', job }, signal, (held) => updateSharedPages(sync, run, held))
  return createWantedSizes(sync, { runId: run.id, mustEnd: () => isOtherDue(deps) }, signal)
}

/** Whether another job of the queue of runs waits for the end of this one. */
async function isOtherDue({ queues, sharedNow }: JobDeps): Promise<boolean> {
  const { waiting = 0, prioritized = 0 } = await queues.runs.getJobCounts('waiting', 'prioritized')
  if (waiting + prioritized > 0) return true
  // While all workers are busy, due jobs stay among the delayed ones.
  const [next] = await queues.runs.getDelayed(0, 0)
  return next !== undefined && next.timestamp + next.delay <= (await sharedNow())
}

/** Whether there may be pages or files to remove, which no product run must be about to use. */
async function mayHaveDuplicates(sync: SyncDeps, run: Run): Promise<boolean> {
  if (!mayCreate(run) || run.failure) return false
  if ((await readUncertain(sync, run.id)).length > 0) return true
  return run.kind === 'sync' && (await sync.media.uncertain()).length > 0
}

async function removeDuplicates(sync: SyncDeps, run: Run, signal: AbortSignal): Promise<void> {
  await trashDuplicatePages(sync, run.id, signal)
  if (run.kind === 'sync') await trashDuplicateMedia(sync, signal)
}

/** Updates listings, menu and the list of languages. */
export async function updateSharedPages(sync: SyncDeps, run: Run, signal: AbortSignal): Promise<void> {
  if (!writes(run) || run.failure) return
  await noteUnshown(sync, run.id, signal)
  await writeListings(sync, run.id, signal)
  const { waitMs } = mayCreate(run) ? await syncMenu(sync, run, signal) : { waitMs: 0 }
  if (waitMs > 0) throw new LaterError(waitMs)
}

/** Closes the run's report and sends its notices. */
export async function closeRun({ sync, reportRequests }: JobDeps, run: Run): Promise<void> {
  await reportRequests(run.id)
  const closed = await finishRun(sync, run.id, run.failure ? { state: 'failed' } : undefined)
  if (closed?.kind === 'verify') await notifyDrift(sync, closed)
  if (closed && sawEverything(closed)) await sync.listings.markComplete()
  // A killed process may have closed the run without sending its notice.
  if (!activeStates.includes(run.state)) await notifyMissedEnd(sync)
  // Receivers of a notice about a problem also get one about its end.
  if (closed?.state === 'done' && Object.keys(closed.findings ?? {}).length === 0) await sync.notify(closed)
  if (closed?.state === 'done') await sync.reportSuccess(closed)
}

function mayCreate({ kind }: Run): boolean {
  return kind === 'sync' || kind === 'verify'
}

/** Whether a run may change pages that visitors see. */
function writes({ kind, state, repair }: Run): boolean {
  return activeStates.includes(state) && (kind === 'sync' || kind === 'undo' || repair === true)
}
