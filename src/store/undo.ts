import type { Redis } from 'ioredis'
import type { Outcome } from '../core/change.ts'
import type { Replaced } from '../core/replaced.ts'
import type { Done, Undo } from '../sync/ports/undo.ts'
import { unpack } from './codec.ts'
import { execute } from './execute.ts'
import type { Keys } from './keys.ts'

/** Reads what a run did and what stood there before; both are saved with the acknowledgement. */
export function createUndo(redis: Redis, keys: Keys): Undo {
  return {
    async read(runId, ids) {
      if (ids.length === 0) return []
      const pipeline = redis.pipeline().hmget(keys.outcomes(runId), ...ids)
      const [outcomes, replaced] = (await execute(pipeline.hmgetBuffer(keys.undo(runId), ...ids))) as [
        (string | null)[],
        (Buffer | null)[],
      ]
      return outcomes.map((json, index): Done | undefined => {
        const bytes = replaced[index]
        if (json === null) return undefined
        const outcome = JSON.parse(json) as Outcome
        return { outcome, ...(bytes && { replaced: unpack(bytes) as Replaced }) }
      })
    },
  }
}
