import { WaitingChildrenError } from 'bullmq'
import { z } from 'zod'
import { addNotes } from '../src/sync/runs/add-notes.ts'
import { assertMapFits } from '../src/sync/runs/assert-map.ts'
import { observeLinks } from '../src/sync/observe/observe-links.ts'
import { observePages } from '../src/sync/observe/observe-pages.ts'
import { collectRun } from '../src/sync/collect/collect-run.ts'
import { chooseRechecks } from '../src/sync/collect/choose-rechecks.ts'
import type { SyncDeps } from '../src/sync/deps.ts'
import { mediaNotes } from '../src/core/report/media-notes.ts'
import { inChunks } from '../src/lib/chunks.ts'
import { defineJob } from './queue/define-job.ts'
import type { JobDeps, Work } from './queue/job-deps.ts'
import { findPartnerFailure } from '../src/sync/plan/find-partner-failure.ts'
import { addUp, ChunkResult, failChunk } from './plan-chunk.ts'
import { withSite } from './products/with-site.ts'
import { addChildren, jobName, readingAttempts } from './queue/queues.ts'
import { RecheckResult } from './recheck-assets.ts'

const assetsPerJob = 100

const Payload = z.object({ runId: z.string(), step: z.enum(['collect', 'planned']) })
type Payload = z.infer<typeof Payload>

/**
 * Finds changed pages in the CMS, reads the catalogue and the languages, has every chunk planned, and passes
 * the whole plan on to the review.
 */
export const startRunJob = defineJob<Payload>({
  queue: 'runs',
  name: 'start-run',
  payload: Payload,
  async run(deps, { runId, step }, work) {
    const run = await deps.sync.runs.read(runId)
    if (run?.state !== 'planning') return
    if (step === 'collect') {
      await deps.tryUpstreams()
      await assertMapFits(deps.sync, work.signal)
    }
    if (run.kind === 'verify') return startVerify(deps, runId)
    if (step === 'collect') {
      // An unacknowledged page of a product run would look like an edit.
      const alone = { what: 'whole mirror', job: work.job.id ?? '' } as const
      await withSite(deps.sync, alone, work.signal, async (held) => {
        await observePages(deps.sync, runId, held)
        await observeLinks(deps.sync, runId, held)
      })
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

/** One job reads the whole CMS and sends no request to the partner. It replaces a job left by a crash. */
async function startVerify({ queues }: JobDeps, runId: string): Promise<void> {
  await queues.runs.remove(`verify-${runId}`)
  const options = { jobId: `verify-${runId}`, attempts: readingAttempts }
  await queues.runs.add(jobName('verify-mirror'), { runId, read: 0 }, options)
}

async function closePlanning(
  { sync, queues }: JobDeps,
  runId: string,
  { job }: Work<Payload>,
): Promise<void> {
  const values = Object.entries(await job.getChildrenValues())
  const results = values
    .filter(([key]) => key.includes(`:plan-${runId}-`))
    .map(([, value]) => ChunkResult.parse(value))
  const failures = Object.entries(await job.getIgnoredChildrenFailures()).filter(([key]) =>
    key.includes(`:plan-${runId}-`),
  )
  for (const [key, reason] of failures)
    for (const result of await failChunk(sync, await queues.plan.getJob(idOf(key)), reason))
      results.push(result)
  await savePlanned(sync, runId, results)
  const rechecks = values.filter(([key]) => key.includes(`:recheck-${runId}-`))
  const kept = rechecks.flatMap(([, value]) => RecheckResult.parse(value ?? {}).kept)
  await addNotes(sync, runId, mediaNotes({ failed: [], kept, unfetched: 0 }))
}

/** The id of a job in the key under which BullMQ stores it. */
function idOf(key: string): string {
  return key.slice(key.lastIndexOf(':') + 1)
}

/**
 * Saves the counts of all chunks with the run. Records that no chunk has counted are not planned. A run that
 * could read none of its records ends here, because it proves nothing about them.
 */
export async function savePlanned(
  sync: SyncDeps,
  runId: string,
  results: readonly ChunkResult[],
): Promise<void> {
  const run = await sync.runs.read(runId)
  if (run === undefined) return
  const { unknownFields, oddities, records: planned, ...found } = addUp(results)
  // A run of an older version has not counted its scope.
  const records = Math.max(run.counts.records, planned)
  const counts = { ...run.counts, ...found, records, notPlanned: records - planned }
  // A known failure, such as a refused token, contains its remedy.
  const failure = run.failure ?? (await findPartnerFailure(sync, run, { planned, ...found }))
  const seen = { unknownFields: unknownFields.sort(), oddities }
  await sync.runs.update(runId, { counts, ...seen, ...(failure && { failure }) })
  if (counts.notPlanned > 0) await addNotes(sync, runId, [{ code: 'not-planned', count: counts.notPlanned }])
}
