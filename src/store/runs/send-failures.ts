import type { Redis } from 'ioredis'
import { batchesPerGrowth, type BatchPace, type SendFailures } from '../../core/plan/batch-split.ts'
import { z } from 'zod'
import { maxBatchRequests } from '../../contracts/cms/batch.ts'
import { defineScript } from '../lua/script.ts'
import { execute } from '../redis/execute.ts'
import { readTexts, setFields } from '../redis/hash.ts'
import type { Keys } from '../redis/keys.ts'
import { sendFailuresShape } from '../formats/shapes/waiting.ts'

const keptSeconds = 7 * 24 * 3600

const noteBatchResponse = defineScript('runs/note-batch-response', z.int())

/** The failed requests of a run and the batch size that the CMS accepts, for all processes and after a crash. */
export function createSendFailures(redis: Redis, keys: Keys) {
  return {
    /** How often requests with these items failed; `ids` are a record's id or `<kind>:<name>`. */
    async read(runId: string, ids: readonly string[]): Promise<(SendFailures | undefined)[]> {
      const key = keys.sendFailures(runId)
      // A damaged count restarts.
      return (await readTexts(redis, key, ids)).map((text, index) =>
        text === null ? undefined : sendFailuresShape.tryDecode(text, { key, field: ids[index] ?? '' }),
      )
    },

    async save(runId: string, sendFailures: ReadonlyMap<string, SendFailures>): Promise<void> {
      if (sendFailures.size === 0) return
      const transaction = redis.multi()
      const fields = [...sendFailures].map(
        ([id, failures]) => [id, sendFailuresShape.encode(failures)] as const,
      )
      setFields(transaction, keys.sendFailures(runId), fields)
      await execute(transaction.expire(keys.sendFailures(runId), keptSeconds))
    },

    async pace(runId: string): Promise<BatchPace> {
      const [size, savedAt] = await redis.hmget(keys.batchPace(runId), 'size', 'savedAt')
      const known = Number(size ?? maxBatchRequests)
      const at = Number(savedAt ?? Number.NaN)
      return {
        // A size of 0 would never send a batch.
        size: Number.isInteger(known) && known > 0 ? Math.min(known, maxBatchRequests) : maxBatchRequests,
        ...(Number.isFinite(at) && { savedAt: at }),
      }
    },

    /** Stores a smaller size. */
    async shrink(runId: string, size: number): Promise<void> {
      const transaction = redis.multi().hset(keys.batchPace(runId), 'size', size, 'inRow', 0)
      await execute(transaction.expire(keys.batchPace(runId), keptSeconds))
    },

    /** Records that the CMS responded to a batch of `sent` items; returns the size of the next one. */
    async answered(runId: string, sent: number, at: number): Promise<number> {
      const settings = [sent, at, maxBatchRequests, batchesPerGrowth, keptSeconds]
      return noteBatchResponse.run(redis, [keys.batchPace(runId)], settings)
    },
  }
}
