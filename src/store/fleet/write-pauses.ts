import type { Redis } from 'ioredis'
import type { StoredPause } from '../../sync/ports/stored.ts'
import { storedPauseShape } from '../formats/shapes/reports.ts'
import type { Keys } from '../redis/keys.ts'

export type WritePauses = ReturnType<typeof createWritePauses>

/** The operator's pause of writes to the CMS, and the runs that may write outside the windows. */
export function createWritePauses(redis: Redis, keys: Keys, time: () => Promise<number>) {
  return {
    /** The pause, unless it has ended by the clock that all processes share. */
    async read(): Promise<StoredPause | undefined> {
      // MGET returns nothing for a key of another type.
      const [json = null] = await redis.mget(keys.writePause)
      const pause = json === null ? undefined : storedPauseShape.tryDecode(json, { key: keys.writePause })
      return pause !== undefined && pause.until > (await time()) ? pause : undefined
    },

    /** Starts a pause, or replaces the current one. */
    async save(pause: StoredPause): Promise<void> {
      await redis.set(keys.writePause, storedPauseShape.encode(pause))
    },

    async end(): Promise<void> {
      await redis.del(keys.writePause)
    },

    /** Lets a run write outside the windows; `reason`: that of the operator. */
    async allowNow(runId: string, reason: string): Promise<void> {
      await redis.set(keys.writeNow(runId), reason)
    },

    /** Takes this permission back, because the run waits for another approval. */
    async forgetNow(runId: string): Promise<void> {
      await redis.del(keys.writeNow(runId))
    },

    /** Whether a run may write outside the windows. */
    async mayWriteNow(runId: string): Promise<boolean> {
      const [reason = null] = await redis.mget(keys.writeNow(runId))
      return reason !== null
    },
  }
}
