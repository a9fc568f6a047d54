import type { ChainableCommander, Redis } from 'ioredis'
import type { Outcome } from '../core/change.ts'
import { recordId } from '../core/record.ts'
import type { Replaced } from '../core/replaced.ts'
import type { Undo } from '../sync/ports/undo.ts'
import type { Commit } from '../sync/ports/writes.ts'
import { execute } from './execute.ts'
import type { Keys } from './keys.ts'
import { packBeside, unpackBeside } from './pack-beside.ts'

const undoSeconds = 30 * 24 * 3600

/** Reads what a run did and what stood there before; both are saved with the acknowledgement. */
export function createUndo(redis: Redis, keys: Keys): Undo {
  return {
    async outcomes(runId, ids) {
      if (ids.length === 0) return []
      const found = await redis.hmget(keys.outcomes(runId), ...ids)
      return found.map((json) => (json === null ? undefined : (JSON.parse(json) as Outcome)))
    },

    async read(runId, wanted) {
      if (wanted.length === 0) return []
      const ids = wanted.map(({ key }) => recordId(key))
      const pipeline = redis.pipeline().hmget(keys.outcomes(runId), ...ids)
      const [outcomes, replaced] = (await execute(pipeline.hmgetBuffer(keys.undo(runId), ...ids))) as [
        (string | null)[],
        (Buffer | null)[],
      ]
      return wanted.map(({ snapshot }, index) => {
        const [json, bytes] = [outcomes[index], replaced[index]]
        if (json === null || json === undefined) return undefined
        const before = bytes ? unpackBeside(bytes, beside(snapshot)) : undefined
        return {
          outcome: JSON.parse(json) as Outcome,
          ...(before !== undefined && { replaced: before as Replaced }),
        }
      })
    },
  }
}

/** Adds the commands that keep what stood there before, packed beside what stands there now. */
export function saveReplaced(
  transaction: ChainableCommander,
  keys: Keys,
  runId: string,
  commits: readonly Commit[],
): void {
  const entries = commits.flatMap(({ outcome, snapshot, replaced }) =>
    replaced === undefined ? [] : [recordId(outcome), packBeside(replaced, beside(snapshot))],
  )
  const key = keys.undo(runId)
  if (entries.length > 0) transaction.hset(key, ...entries).expire(key, undoSeconds)
}

/** What resembles the texts and the product before most. */
function beside(snapshot: Commit['snapshot']): unknown {
  return snapshot && 'base' in snapshot ? [snapshot.base, snapshot.product] : undefined
}
