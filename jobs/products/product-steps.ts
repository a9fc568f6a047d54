import type { Job } from 'bullmq'
import pLimit from 'p-limit'
import type { Run } from '../../src/core/run/run.ts'
import { inChunks } from '../../src/lib/chunks.ts'
import { LimitedError, reasonOf } from '../../src/lib/errors.ts'
import { collectRun, type Chunk } from '../../src/sync/collect/collect-run.ts'
import type { SyncDeps } from '../../src/sync/deps.ts'
import { trashDuplicatePages } from '../../src/sync/finish/trash-duplicate-pages.ts'
import { uploadMedia } from '../../src/sync/media/upload-media.ts'
import { planChunk } from '../../src/sync/plan/plan-chunk.ts'
import type { PlanPart } from '../../src/sync/ports/stored.ts'
import { clearStaleLinks } from '../../src/sync/review/plan-language-links.ts'
import { failLeftovers } from '../../src/sync/runs/fail-leftovers.ts'
import { recountCancelled } from '../../src/sync/runs/recount-run.ts'
import { isFinal, isLastTry, LaterError } from '../queue/requeue-or-fail.ts'
import type { JobDeps } from '../queue/job-deps.ts'
import { closeRun, updateSharedPages } from '../finish-run.ts'
import { failRecords, unreadResult, type ChunkResult } from '../plan-chunk.ts'
import { retirePart } from '../retire-pages.ts'
import { applyGuards, readyParents, saveMediaCounts, untilWritable } from '../review-plan.ts'
import { savePlanned } from '../start-run.ts'
import { countAssets, type MediaResult } from '../upload-media.ts'
import { writePart } from '../write-pages.ts'
import { withSite } from './with-site.ts'

/** A product run under leases on its products, and the job that carries it out. */
type Input = { run: Run; job: Pick<Job, 'attemptsMade' | 'opts'> & { id: string } }

/** Languages that are planned at once. */
const chunksAtOnce = 4
const assetsAtOnce = 10
const uploadsAtOnce = 2
const recordsAtOnce = 100

/** Plans the products and reviews the plan, unless the run is no longer being planned. */
export async function planProducts(
  sync: SyncDeps,
  { run: { id: runId, rewrite }, job }: Input,
  signal: AbortSignal,
): Promise<void> {
  const results: ChunkResult[] = []
  const planOne = async (chunk: Chunk): Promise<void> => {
    const input = { runId, dryRun: false, rewrite, ofProducts: true, ...chunk }
    try {
      const { limited, ...found } = await planChunk(sync, input, signal)
      if (limited !== undefined) throw limited
      results.push(found)
    } catch (error) {
      const mayGoOn = !signal.aborted && !(error instanceof LimitedError) && !isFinal(error)
      if (!mayGoOn || !isLastTry(job, error)) throw error
      await failRecords(sync, { runId, ...chunk }, reasonOf(error))
      results.push(unreadResult(chunk.gtins.length))
    }
  }
  const limit = pLimit(chunksAtOnce)
  const chunks = await Array.fromAsync(await collectRun(sync, runId, signal))
  const ended = await Promise.allSettled(chunks.map((chunk) => limit(planOne, chunk)))
  // None of them may continue after the leases are released.
  for (const end of ended) if (end.status === 'rejected') throw end.reason
  await savePlanned(sync, runId, results)
  const planned = await sync.runs.read(runId)
  if (planned?.state === 'planning' && !planned.failure) await applyGuards(sync, planned, signal)
}

/** Carries out the plan, in the order of every run. */
export async function writeProducts(
  sync: SyncDeps,
  { run, job: { id: job } }: Input,
  signal: AbortSignal,
): Promise<void> {
  await untilWritable(sync, run)
  await readyParents(sync, run, job, signal)
  await saveMediaCounts(sync, run.id, { results: await uploadAll(sync, run.id, signal) })
  await carryOut(sync, run, 'write', (ids) => writePart(sync, run, ids, signal))
  await carryOut(sync, run, 'retire', (ids) => retirePart(sync, run.id, ids, signal))
}

async function uploadAll(sync: SyncDeps, runId: string, signal: AbortSignal): Promise<MediaResult[]> {
  const assets = await sync.plans.listAssets(runId)
  await sync.runs.setProgress(runId, { mediaTotal: assets.length })
  const limit = pLimit(uploadsAtOnce)
  const upload = async (group: typeof assets): Promise<MediaResult> => {
    const report = await uploadMedia(sync, group, signal, { runId, readOnly: false })
    const { rest, waitMs, limited, ...result } = report
    // The next try of the job finds the uploaded files.
    if (rest.length > 0) throw limited ?? new LaterError(waitMs)
    await sync.runs.advance(runId, { media: countAssets(result) })
    return result
  }
  const ended = await Promise.allSettled(inChunks(assets, assetsAtOnce).map((group) => limit(upload, group)))
  return ended.map((end) => {
    if (end.status === 'rejected') throw end.reason
    return end.value
  })
}

/** Carries out one part of the plan; throws LaterError if some records wait for a lost write to land. */
async function carryOut(
  sync: SyncDeps,
  { id: runId }: Run,
  part: PlanPart,
  write: (recordIds: string[]) => Promise<{ waitMs: number }>,
): Promise<void> {
  const count = await sync.plans.count(runId, part)
  let longestMs = 0
  for (let offset = 0; offset < count; offset += recordsAtOnce) {
    if ((await sync.runs.state(runId)) !== 'writing') break
    const { waitMs } = await write(await sync.plans.list(runId, part, offset, recordsAtOnce))
    longestMs = Math.max(longestMs, waitMs)
  }
  await recountCancelled(sync, runId)
  if (longestMs > 0) throw new LaterError(longestMs)
}

/**
 * Removes duplicates of the products and closes the run. A run that is writing updates the shared pages at
 * its end, so this one leaves them to it. A run that is planning may end held.
 */
export async function finishProducts(
  deps: JobDeps,
  { run, job: { id: job } }: Input,
  signal: AbortSignal,
): Promise<void> {
  const { sync } = deps
  const { gtins = [] } = run.scope
  await withSite(sync, { what: 'shared pages', job }, signal, async (held) => {
    if (!run.failure) await trashDuplicatePages(sync, run.id, held, gtins)
    await failLeftovers(sync, run.id)
    if (!(await isLeftToOther(sync))) await updateSharedPages(sync, run, held)
    await clearStaleLinks(sync, (marked, clear) => clear(marked.filter((gtin) => gtins.includes(gtin))))
    await closeRun(deps, run)
  })
}

/** Whether another run updates the shared pages at its end. */
async function isLeftToOther({ runs }: SyncDeps): Promise<boolean> {
  const id = await runs.activeId()
  const active = id === undefined ? undefined : await runs.read(id)
  return active?.state === 'writing' && active.failure === undefined
}
