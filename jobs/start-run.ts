import { WaitingChildrenError } from 'bullmq'
import { z } from 'zod'
import { addNotes } from '../src/sync/runs/add-notes.ts'
import { observePages } from '../src/sync/observe/observe-pages.ts'
import { collectRun } from '../src/sync/collect/collect-run.ts'
import { chooseRechecks } from '../src/sync/collect/choose-rechecks.ts'
import type { SyncDeps } from '../src/sync/deps.ts'
import { inChunks } from '../src/lib/chunks.ts'
import { defineJob, type JobDeps, type Work } from './define.ts'
import { addUp, ChunkResult } from './plan-chunk.ts'
import { withSite } from './products/with-site.ts'
import { addChildren, jobName } from './queues.ts'

const assetsPerJob = 100

const Payload = z.object({ runId: z.string(), step: z.enum(['collect', 'planned']) })
type Payload = z.infer<typeof Payload>

/** Looks for changed pages in the CMS, reads the catalogue and the languages, has every chunk planned, and passes the whole plan on to the review. */
export const startRunJob = defineJob<Payload>({
  queue: 'runs',
  name: 'start-run',
  payload: Payload,
  async run(deps, { runId, step }, work) {
    const run = await deps.sync.runs.read(runId)
    if (run?.state !== 'planning') return
    if (run.kind === 'verify') return startVerify(deps, runId)
    if (step === 'collect') {
      // A page that a product run has written and not acknowledged would look like an edit.
      const alone = { what: 'whole mirror', job: work.job.id ?? '' } as const
      await withSite(deps.sync, alone, work.signal, (held) => observePages(deps.sync, runId, held))
      const chunks = await collectRun(deps.sync, runId, work.signal)
      const dryRun = run.kind !== 'sync'
      await addChildren(deps.queues.plan, work.job, {
        name: 'plan-chunk',
        idPrefix: `plan-${runId}`,
        payloads: payloadsOf({ runId, dryRun }, chunks),
      })
      const rechecks = await chooseRechecks(deps.sync, run)
      await addChildren(deps.queues.plan, work.job, {
        name: 'recheck-assets',
        idPrefix: `recheck-${runId}`,
        payloads: inChunks(rechecks.urls, assetsPerJob).map((urls) => ({ runId, urls })),
      })
      await rechecks.done()
      await work.job.updateData({ runId, step: 'planned' })
    }
    if (await work.job.moveToWaitingChildren(work.token)) throw new WaitingChildrenError()
    await closePlanning(deps, runId, work)
    await deps.queues.runs.add(
      jobName('review-plan'),
      { runId, step: 'review' },
      { jobId: `review-${runId}` },
    )
  },
})

async function* payloadsOf<Common extends object, Part extends object>(
  common: Common,
  parts: Iterable<Part> | AsyncIterable<Part>,
): AsyncIterable<Common & Part> {
  for await (const part of parts) yield { ...common, ...part }
}

/** One job reads the whole CMS; the partner is not asked. A job that a crash left behind is replaced. */
async function startVerify({ queues }: JobDeps, runId: string): Promise<void> {
  await queues.runs.remove(`verify-${runId}`)
  await queues.runs.add(jobName('verify-mirror'), { runId, read: 0 }, { jobId: `verify-${runId}` })
}

async function closePlanning({ sync }: JobDeps, runId: string, { job }: Work<Payload>): Promise<void> {
  const values = Object.entries(await job.getChildrenValues())
  const results = values
    .filter(([key]) => key.includes(`:plan-${runId}-`))
    .map(([, value]) => ChunkResult.parse(value))
  const failures = Object.entries(await job.getIgnoredChildrenFailures())
    .filter(([key]) => key.includes(`:plan-${runId}-`))
    .map(([, reason]) => reason)
  await savePlanned(sync, runId, results, failures)
}

/** Saves the counts of all chunks with the run, and notes why chunks could not be planned. */
export async function savePlanned(
  sync: SyncDeps,
  runId: string,
  results: readonly ChunkResult[],
  failures: readonly string[],
): Promise<void> {
  const run = await sync.runs.read(runId)
  if (run === undefined) return
  const { unknownFields, ...counts } = addUp(results)
  await sync.runs.update(runId, { counts: { ...run.counts, ...counts }, unknownFields: unknownFields.sort() })
  await addNotes(
    sync,
    runId,
    failures.map((reason) => `some records could not be planned; their pages stay as they are: ${reason}`),
  )
}
