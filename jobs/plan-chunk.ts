import type { Job } from 'bullmq'
import { z } from 'zod'
import { addOddities, Oddity } from '../src/core/record/oddities.ts'
import { LimitedError, reasonOf } from '../src/lib/errors.ts'
import { planChunk } from '../src/sync/plan/plan-chunk.ts'
import type { SyncDeps } from '../src/sync/deps.ts'
import { defineJob } from './queue/define-job.ts'
import { isLastTry, LaterError } from './queue/requeue-or-fail.ts'
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

/**
 * Plans the records of one chunk. After a rate limit, the rest stays in the payload for the next try; so do
 * products under the lease of a product run.
 */
export const planChunkJob = defineJob<Payload>({
  queue: 'plan',
  name: 'plan-chunk',
  payload: Payload,
  async run({ sync }, data, { job, signal }) {
    const before = data.soFar ?? unreadResult(0)
    const run = await sync.runs.read(data.runId)
    const shares = { job: job.id ?? '', gtins: data.gtins }
    if (run?.state !== 'planning' || run.failure) {
      // The process of an earlier try may have been killed.
      await sync.leases.releaseShared(shares.job)
      return before
    }
    const { done, later } = await withShared(sync, shares, signal, (free, held) => {
      const gtins = data.gtins.filter((gtin) => free.has(gtin))
      return planChunk(sync, { ...data, gtins, rewrite: run.rewrite, rebuilds: run.kind === 'rebuild' }, held)
    }).catch(async (error: unknown) => {
      // Records of a chunk that is not retried must not count as unchanged.
      const waits = signal.aborted || error instanceof LimitedError || error instanceof LaterError
      if (!waits && isLastTry(job, error)) await failRecords(sync, data, reasonOf(error))
      throw error
    })
    const { rest, limited } = done
    const soFar = addUp([before, done])
    const left = [...rest, ...later]
    if (left.length === 0) return soFar
    await job.updateData({ ...data, gtins: left, soFar })
    throw limited ?? new LaterError(sharedAgainMs)
  },
})

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
