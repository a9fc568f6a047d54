import type { Redis } from 'ioredis'
import type { PlannedSize } from '../../sync/ports/stored.ts'
import { plannedSizeShape } from '../formats/shapes/plan.ts'
import type { Keys } from '../redis/keys.ts'

/** The number of pages that the last full run was to leave; an interrupted one has not created all of them. */
export function createPlannedSize(redis: Redis, keys: Keys) {
  const key = keys.plannedSize
  return {
    async read(): Promise<PlannedSize | undefined> {
      // MGET returns nothing for a key of another type.
      const [text = null] = await redis.mget(key)
      return text === null ? undefined : plannedSizeShape.tryDecode(text, { key })
    },

    async save(size: PlannedSize): Promise<void> {
      await redis.set(key, plannedSizeShape.encode(size))
    },

    async clear(): Promise<void> {
      await redis.unlink(key)
    },
  }
}
