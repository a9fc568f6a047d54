import type { Job } from 'bullmq'
import { z } from 'zod'
import { addOddities, Oddity } from '../src/core/record/oddities.ts'
import { inChunks } from '../src/lib/chunks.ts'
import { LimitedError, reasonOf } from '../src/lib/errors.ts'
import { planChunk, type ChunkReport } from '../src/sync/plan/plan-chunk.ts'
import type { SyncDeps } from '../src/sync/deps.ts'
import { defineJob } from './queue/define-job.ts'
import { isFinal, isLastTry, LaterError, LostLockError } from './queue/requeue-or-fail.ts'
import { sharedAgainMs } from './products/hold-lease.ts'
import { withShared } from './products/with-shared.ts'

/** The contribution of a chunk to the run's counts. */
export const ChunkResult = z.object({
  records: z.int(),
  unchanged: z.int(),
  absent: z.int(),
  unknownFields: z.array(z.string()),
  /** Missing in version 1 of the job. */
  oddities: z.array(Oddity).default([]),
})
export type ChunkResult = z.infer<typeof ChunkResult>

const Payload = z.object({
  runId: z.string(),
  language: z.string(),
  gtins: z.array(z.string()),
  dryRun: z.boolean(),
  soFar: ChunkResult.optional(),
})
type Payload = z.infer<typeof Payload>

/** The most undocumented fields that a chunk, and a run, reports. */
export const mostUnknown = 200

/** Records that are planned at once, under one lease: a product run waits for these, and not for the whole chunk. */
const recordsAtOnce = 100

/**
 * Plans the records of one chunk, part by part. After a rate limit or an error, the rest stays in the payload for the next
 * try; so do products under the lease of a product run.
 */
export const planChunkJob = defineJob<Payload>({
  queue: 'plan',
  name: 'plan-chunk',
  payload: Payload,
  async run({ sync }, data, { job, signal }) {
    let soFar = data.soFar ?? unreadResult(0)
    let failure: unknown
    const note = (error: unknown): void => {
      if (failure === undefined || stopsChunk(error, signal)) failure = error
    }
    let unplanned: string[] = []
    let untried: string[] = []
    for (const gtins of inChunks(data.gtins, recordsAtOnce)) {
      if (failure !== undefined && stopsChunk(failure, signal)) {
        untried = [...untried, ...gtins]
        continue
      }
      try {
        const done = await planPart(sync, { ...data, gtins, job: job.id ?? '' }, signal)
        if (done === undefined) return soFar
        soFar = addUp([soFar, done])
        unplanned = [...unplanned, ...done.left]
        if (done.limited !== undefined) note(done.limited)
      } catch (error) {
        unplanned = [...unplanned, ...gtins]
        note(error)
      }
    }
    // A record that is always limited must not come first in every try.
    const left = [...untried, ...unplanned]
    if (left.length === 0) return soFar
    failure ??= new LaterError(sharedAgainMs)
    // Another try has the job, and its payload.
    if (signal.reason instanceof LostLockError) throw failure
    await job.updateData({ ...data, gtins: left, soFar })
    // Records of a chunk that is not retried must not count as unchanged.
    const waits = signal.aborted || failure instanceof LimitedError || failure instanceof LaterError
    if (!waits && isLastTry(job, failure))
      await failRecords(sync, { ...data, gtins: left }, reasonOf(failure))
    throw failure
  },
})

/** Whether an error also concerns the other parts of a chunk. */
function stopsChunk(error: unknown, signal: AbortSignal): boolean {
  if (signal.aborted || error instanceof LimitedError) return true
  return isFinal(error) && !(error instanceof LaterError)
}

/** Plans some records; `left` are those that the next try plans. Undefined if the run is no longer being planned. */
async function planPart(
  sync: SyncDeps,
  { job, ...part }: Pick<Payload, 'runId' | 'language' | 'gtins' | 'dryRun'> & { job: string },
  signal: AbortSignal,
): Promise<(ChunkReport & { left: string[] }) | undefined> {
  const run = await sync.runs.read(part.runId)
  if (run?.state !== 'planning' || run.failure) {
    // The process of an earlier try may have been killed.
    await sync.leases.releaseShared(job)
    return undefined
  }
  const { gtins } = part
  const { done, later } = await withShared(sync, { job, gtins }, signal, (free, held) => {
    const input = { ...part, gtins: gtins.filter((gtin) => free.has(gtin)) }
    return planChunk(sync, { ...input, rewrite: run.rewrite, rebuilds: run.kind === 'rebuild' }, held)
  })
  return { ...done, left: [...done.rest, ...later] }
}

/** The result of a chunk of which no record was read. */
export function unreadResult(records: number): ChunkResult {
  return { records, unchanged: 0, absent: 0, unknownFields: [], oddities: [] }
}

/** The counts of several chunks, or of several tries of one. */
export function addUp(chunks: readonly ChunkResult[]): ChunkResult {
  const sum = (name: 'records' | 'unchanged' | 'absent'): number =>
    chunks.reduce((total, chunk) => total + chunk[name], 0)
  const unknownFields = [...new Set(chunks.flatMap((chunk) => chunk.unknownFields))].slice(0, mostUnknown)
  const oddities = addOddities(chunks.flatMap((chunk) => chunk.oddities))
  return {
    records: sum('records'),
    unchanged: sum('unchanged'),
    absent: sum('absent'),
    unknownFields,
    oddities,
  }
}

/** Reports the rest of a chunk whose job failed; nothing if the job itself is gone. */
export async function failChunk(
  sync: SyncDeps,
  job: Pick<Job, 'data'> | undefined,
  reason: string,
): Promise<ChunkResult[]> {
  const { success, data } = Payload.safeParse(job?.data)
  if (!success) return []
  await failRecords(sync, data, reason)
  const left = unreadResult(data.gtins.length)
  return [...(data.soFar === undefined ? [] : [data.soFar]), left]
}

/** Reports the records of a chunk that cannot be planned: none of them counts as read. */
export async function failRecords(
  { runs }: SyncDeps,
  { runId, language, gtins }: Pick<Payload, 'runId' | 'language' | 'gtins'>,
  detail: string,
): Promise<void> {
  const reasons = [{ code: 'unplanned' as const, detail }]
  await runs.saveOutcomes(
    runId,
    gtins.map((gtin) => ({ gtin, language, result: 'failed', withOthers: true, reasons })),
  )
  await runs.advance(runId, { unread: gtins.length })
}
