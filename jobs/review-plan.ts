import { WaitingChildrenError } from 'bullmq'
import { z } from 'zod'
import type { SyncDeps } from '../src/sync/deps.ts'
import { inChunks } from '../src/lib/chunks.ts'
import { checkPlan, CheckProgress, dropUnchecked } from '../src/sync/review/recheck-plan.ts'
import type { PlanPart } from '../src/sync/ports/stored.ts'
import { prepareParents } from '../src/sync/parents/prepare-parents.ts'
import { addNotes } from '../src/sync/runs/add-notes.ts'
import { assertMapFits } from '../src/sync/runs/assert-map.ts'
import { recheckRetirements } from '../src/sync/review/recheck-retirements.ts'
import { reviewPlan } from '../src/sync/review/review-plan.ts'
import { countApart } from '../src/sync/review/count-apart.ts'
import { savePlannedSize } from '../src/sync/review/planned-size.ts'
import { findUnread } from '../src/sync/runs/find-unread.ts'
import { supersedeWaiting } from '../src/sync/runs/supersede.ts'
import { isWhole, type Run } from '../src/core/run/run.ts'
import { holdPlan } from '../src/sync/review/hold-plan.ts'
import { mediaNotes } from '../src/core/report/media-notes.ts'
import { defineJob } from './queue/define-job.ts'
import { LaterError } from './queue/requeue-or-fail.ts'
import type { JobDeps, Work } from './queue/job-deps.ts'
import { withSite } from './products/with-site.ts'
import { addChildren, jobName } from './queue/queues.ts'
import { countAssets, MediaResult } from './upload-media.ts'

const steps = ['check', 'review', 'media', 'pages', 'retire', 'end'] as const
const Payload = z.object({ runId: z.string(), step: z.enum(steps), checked: CheckProgress.optional() })
type Payload = z.infer<typeof Payload>

const recordsPerJob = 100
const assetsPerJob = 10

/**
 * Reviews the whole plan, or rechecks an approved one, then carries it out in order: parents and media, pages,
 * retirements.
 */
export const reviewPlanJob = defineJob<Payload>({
  queue: 'runs',
  name: 'review-plan',
  payload: Payload,
  async run(deps, { runId, step: from, checked }, work) {
    for (const step of steps.slice(steps.indexOf(from))) {
      // Waits before each step, because the process may crash between adding children and waiting for them.
      if (await work.job.moveToWaitingChildren(work.token)) throw new WaitingChildrenError()
      const run = await deps.sync.runs.read(runId)
      if (run === undefined || (run.state !== 'planning' && run.state !== 'writing')) return
      if (run.failure) break
      await work.job.updateData({ runId, step, ...(step === 'check' && checked && { checked }) })
      if (!(await runStep(deps, run, step, work))) return
      const next = steps[steps.indexOf(step) + 1]
      if (next === undefined) break
      await work.job.updateData({ runId, step: next })
    }
    await deps.queues.runs.add(jobName('finish-run'), { runId }, { jobId: `finish-${runId}` })
  },
})

/** Takes one step; returns false if the run ends or waits here. */
async function runStep(
  deps: JobDeps,
  run: Run,
  step: (typeof steps)[number],
  work: Work<Payload>,
): Promise<boolean> {
  switch (step) {
    case 'check':
      if (run.state !== 'writing') return true
      await deps.tryUpstreams()
      await assertMapFits(deps.sync, work.signal)
      return checkApproved(deps, run, work)
    case 'review':
      return run.state === 'writing' || applyGuards(deps.sync, run, work.signal)
    case 'media':
      await untilWritable(deps.sync, run)
      // An undo restores existing pages and files.
      if (run.kind !== 'undo') await startMedia(deps, run, work)
      return true
    case 'pages':
      await untilWritable(deps.sync, run)
      await saveMediaResults(deps, run, work)
      await startPart(deps, run, work, 'write')
      return true
    case 'retire':
      await untilWritable(deps.sync, run)
      if (run.kind === 'sync') {
        await recheckRetirements(deps.sync, run, work.signal)
        await startPart(deps, run, work, 'retire')
      }
      return true
    case 'end':
      return true
  }
}

/** Throws WritesPausedError while a run with changes may not write. A run without changes ends at any time. */
export async function untilWritable({ plans, writeGate }: SyncDeps, { id, kind }: Run): Promise<void> {
  if (kind === 'rebuild') return
  const [toWrite, toRetire] = await Promise.all([plans.count(id, 'write'), plans.count(id, 'retire')])
  if (toWrite + toRetire > 0) await writeGate.pass()
}

async function checkApproved({ sync }: JobDeps, run: Run, { job, signal }: Work<Payload>): Promise<boolean> {
  const { checked: progress } = Payload.parse(job.data)
  const save = (checked: CheckProgress): Promise<void> =>
    job.updateData({ runId: run.id, step: 'check', checked })
  if (!(await checkPlan(sync, run, { progress, save }, signal))) return false
  await dropUnchecked(sync, run.id)
  return true
}

/** Judges a plan, then holds it or lets the run write; returns false if the run ends or waits here. */
export async function applyGuards(sync: SyncDeps, run: Run, signal: AbortSignal): Promise<boolean> {
  const review = await reviewPlan(sync, run, signal)
  if (run.kind === 'plan') {
    await holdPlan(sync, run, { ...review, state: 'planned' }, signal)
    return false
  }
  const { verdicts, planned } = review
  const mayBeHeld = run.kind === 'sync' || run.kind === 'verify'
  if (mayBeHeld && verdicts.length > 0 && !run.approved) {
    await holdPlan(sync, run, { ...review, state: 'held' }, signal)
    // A repeated plan is held under the id of the earlier run.
    if ((await sync.runs.state(run.id)) === 'held')
      sync.log.warn({ runId: run.id, guards: verdicts.map(({ guard }) => guard) }, 'plan held')
    return false
  }
  if (outdatesPlans(run, planned)) await supersedeWaiting(sync, run, await findUnread(sync, run))
  if (run.kind === 'sync') await countApart(sync, run)
  await savePlannedSize(sync, run)
  const patch = { state: 'writing', planned, guards: verdicts } as const
  return (await sync.runs.update(run.id, patch, ['planning'])) !== undefined
}

/**
 * Whether a run that is not held outdates the waiting plans: it covers everything, or it writes something.
 */
function outdatesPlans(run: Run, planned: Run['planned']): boolean {
  if (run.kind === 'sync' && isWhole(run)) return true
  const empty = Object.values(planned).every((count) => count === 0)
  return !empty && (run.kind === 'sync' || run.repair === true)
}

async function startMedia(
  { sync, queues }: JobDeps,
  run: Run,
  { job, signal }: Work<Payload>,
): Promise<void> {
  await readyParents(sync, run, job.id ?? '', signal)
  const assets = await sync.plans.listAssets(run.id)
  await sync.runs.setProgress(run.id, { mediaTotal: assets.length })
  const payloads = inChunks(assets, assetsPerJob).map((group) => ({ runId: run.id, assets: group }))
  await addChildren(queues.media, job, { name: 'upload-media', idPrefix: `media-${run.id}`, payloads })
}

/** Creates missing parent pages; throws LaterError while a create may still land, or another run creates some. */
export async function readyParents(
  sync: SyncDeps,
  run: Run,
  job: string,
  signal: AbortSignal,
): Promise<void> {
  const { waitMs } = await withSite(sync, { what: 'shared pages', job }, signal, (held) =>
    prepareParents(sync, run, held),
  )
  if (waitMs > 0) throw new LaterError(waitMs)
}

async function saveMediaResults({ sync }: JobDeps, run: Run, { job }: Work<Payload>): Promise<void> {
  const values = Object.entries(await job.getChildrenValues()).filter(([key]) =>
    key.includes(`:media-${run.id}-`),
  )
  const failures = Object.entries(await job.getIgnoredChildrenFailures()).filter(([key]) =>
    key.includes(`:media-${run.id}-`),
  )
  await saveMediaCounts(sync, run.id, {
    results: values.map(([, value]) => MediaResult.parse(value)),
    failures: failures.map(([, reason]) => reason),
  })
}

/**
 * Saves the results of the assets with the run, and logs those that were omitted. `failures`: the reasons of
 * failed jobs, whose assets have no result and were not fetched.
 */
export async function saveMediaCounts(
  sync: SyncDeps,
  runId: string,
  { results, failures = [] }: { results: readonly MediaResult[]; failures?: readonly string[] },
): Promise<void> {
  const { mediaTotal = 0 } = await sync.runs.progress(runId)
  const sum = (name: 'uploaded' | 'reused'): number => results.reduce((total, one) => total + one[name], 0)
  const failed = results.flatMap((result) => result.failed)
  const unfetched = results.flatMap((result) => result.unfetched)
  const kept = results.flatMap((result) => result.kept)
  const odd = results.flatMap((result) => result.odd)
  const known = results.reduce((total, result) => total + countAssets(result), 0)
  const lost = Math.max(0, mediaTotal - known)
  const left = unfetched.length + lost
  const media = { uploaded: sum('uploaded'), reused: sum('reused'), failed: failed.length + left }
  await sync.runs.update(runId, { media, ...(left > 0 && { unfetched: left }) })
  const example = unfetched[0] ?? failures[0]
  await addNotes(sync, runId, mediaNotes({ failed, kept, odd, unfetched: left, example }))
}

async function startPart(
  { sync, queues }: JobDeps,
  run: Run,
  { job }: Work<Payload>,
  part: PlanPart,
): Promise<void> {
  const [queue, name] =
    part === 'write' ? ([queues.pages, 'write-pages'] as const) : ([queues.retire, 'retire-pages'] as const)
  await addChildren(queue, job, {
    name,
    idPrefix: `${part}-${run.id}`,
    payloads: walkPart(sync, run.id, part),
  })
}

async function* walkPart({ plans }: JobDeps['sync'], runId: string, part: PlanPart) {
  const count = await plans.count(runId, part)
  for (let offset = 0; offset < count; offset += recordsPerJob)
    yield { runId, recordIds: await plans.list(runId, part, offset, recordsPerJob) }
}
