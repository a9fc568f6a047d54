import { z } from 'zod'
import { LimitedError, reasonOf } from '../src/lib/errors.ts'
import { planChunk } from '../src/sync/plan/plan-chunk.ts'
import type { SyncDeps } from '../src/sync/deps.ts'
import { defineJob, isLastTry } from './define.ts'

/** What a chunk adds to the run's counts. */
export const ChunkResult = z.object({
  records: z.int(),
  unchanged: z.int(),
  absent: z.int(),
  unknownFields: z.array(z.string()),
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

/** Undocumented fields that a chunk, and a run, reports. */
export const mostUnknown = 200

/** Plans the records of one chunk; after a rate limit the rest stays in the payload for the next try. */
export const planChunkJob = defineJob<Payload>({
  queue: 'plan',
  name: 'plan-chunk',
  payload: Payload,
  async run({ sync }, data, { job, signal }) {
    const before = data.soFar ?? { records: 0, unchanged: 0, absent: 0, unknownFields: [] }
    const run = await sync.runs.read(data.runId)
    if (run?.state !== 'planning' || run.failure) return before
    const { rest, limited, ...found } = await planChunk(
      sync,
      { ...data, rewrite: run.rewrite },
      signal,
    ).catch(async (error: unknown) => {
      // Records of a chunk that is not retried must not count as unchanged.
      if (!signal.aborted && !(error instanceof LimitedError) && isLastTry(job, error))
        await failRecords(sync, data, reasonOf(error))
      throw error
    })
    const soFar = {
      records: before.records + found.records,
      unchanged: before.unchanged + found.unchanged,
      absent: before.absent + found.absent,
      unknownFields: [...new Set([...before.unknownFields, ...found.unknownFields])].slice(0, mostUnknown),
    }
    if (limited) {
      await job.updateData({ ...data, gtins: rest, soFar })
      throw limited
    }
    return soFar
  },
})

async function failRecords(
  { runs }: SyncDeps,
  { runId, language, gtins }: Payload,
  reason: string,
): Promise<void> {
  await runs.saveOutcomes(
    runId,
    gtins.map((gtin) => ({ gtin, language, result: 'failed', withOthers: true, reason })),
  )
}
