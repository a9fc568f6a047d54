import type { ChainableCommander, Redis } from 'ioredis'
import { recordId } from '../../core/record/record.ts'
import type { Undo } from '../../sync/ports/undo.ts'
import type { Commit } from '../../sync/ports/writes.ts'
import { execute } from '../redis/execute.ts'
import type { Keys } from '../redis/keys.ts'
import { packDelta, unpackDelta } from '../redis/delta.ts'
import { outcomeShape } from '../formats/shapes/plan.ts'
import { replacedShape } from '../formats/shapes/writes.ts'
import { decodeAll } from '../formats/stored.ts'

const undoSeconds = 30 * 24 * 3600

/** Reads what a run did and what it replaced; both are saved with the acknowledgement. */
export function createUndo(redis: Redis, keys: Keys): Undo {
  const toOutcomes = (runId: string, ids: readonly string[], stored: readonly (string | null)[]) =>
    decodeAll(stored, (json, index) => {
      const record = ids[index] ?? ''
      return outcomeShape.decode(json, { key: keys.outcomes(runId), field: record, record })
    })

  return {
    async outcomes(runId, ids) {
      if (ids.length === 0) return []
      return toOutcomes(runId, ids, await redis.hmget(keys.outcomes(runId), ...ids))
    },

    async read(runId, wanted) {
      if (wanted.length === 0) return []
      const ids = wanted.map(({ key }) => recordId(key))
      const pipeline = redis.pipeline().hmget(keys.outcomes(runId), ...ids)
      const [stored, replaced] = (await execute(pipeline.hmgetBuffer(keys.undo(runId), ...ids))) as [
        (string | null)[],
        (Buffer | null)[],
      ]
      const outcomes = toOutcomes(runId, ids, stored)
      const before = decodeAll(replaced, (bytes, index) => {
        const record = ids[index] ?? ''
        const place = { key: keys.undo(runId), field: record, record }
        const text = unpackDelta(bytes, similarTo(wanted[index]?.snapshot), place)
        return text === undefined ? undefined : replacedShape.decode(text, place)
      })
      return outcomes.map((outcome, index) => {
        const was = before[index]
        return outcome && { outcome, ...(was !== undefined && { replaced: was }) }
      })
    },
  }
}

/** Adds the commands that save what was replaced, compressed against the new snapshot. */
export function saveReplaced(
  transaction: ChainableCommander,
  keys: Keys,
  runId: string,
  commits: readonly Commit[],
): void {
  const entries = commits.flatMap(({ outcome, snapshot, replaced }) =>
    replaced === undefined
      ? []
      : [recordId(outcome), packDelta(replacedShape.encode(replaced), similarTo(snapshot))],
  )
  const key = keys.undo(runId)
  if (entries.length > 0) transaction.hset(key, ...entries).expire(key, undoSeconds)
}

/** What resembles the replaced texts and product most. */
function similarTo(snapshot: Commit['snapshot']): unknown {
  return snapshot && 'base' in snapshot ? [snapshot.base, snapshot.product] : undefined
}
