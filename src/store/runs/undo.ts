import { deflateSync, inflateSync } from 'node:zlib'
import type { Done } from '../../sync/ports/stored.ts'
import type { Outcome } from '../../core/run/change.ts'
import { recordId, type RecordKey } from '../../core/record/record.ts'
import type { Replaced } from '../../core/plan/undo-entry.ts'
import type { Snapshot } from '../../core/record/snapshot.ts'
import type { ChainableCommander, Redis } from 'ioredis'
import { reasonOf } from '../../lib/errors.ts'
import { DamagedError, type StoredPlace } from '../../lib/stored-errors.ts'
import type { Commit } from '../../sync/ports/writes.ts'
import { outcomeShape } from '../formats/shapes/plan.ts'
import { replacedShape } from '../formats/shapes/writes.ts'
import { decodeAll } from '../formats/define-shape.ts'
import { execute } from '../redis/execute.ts'
import { decodeFields, readFields, setFields } from '../redis/hash.ts'
import type { Keys } from '../redis/keys.ts'
import { compact } from '../../lib/compact.ts'

const undoSeconds = 30 * 24 * 3600

/** Reads a run's outcomes and the versions that it replaced; both are saved with the acknowledgement. */
export function createUndo(redis: Redis, keys: Keys) {
  return {
    /** Undefined for records without an outcome in the run. */
    outcomes: (runId: string, ids: readonly string[]): Promise<(Outcome | undefined)[]> =>
      readFields(redis, keys.outcomes(runId), outcomeShape, ids),

    /** The outcomes with the replaced version, if the run was the last to write the record's snapshot. */
    async read(
      runId: string,
      wanted: readonly { key: RecordKey; snapshot: Snapshot | undefined }[],
    ): Promise<(Done | undefined)[]> {
      if (wanted.length === 0) return []
      const ids = wanted.map(({ key }) => recordId(key))
      const pipeline = redis.pipeline().hmget(keys.outcomes(runId), ...ids)
      const [stored, replaced] = (await execute(pipeline.hmgetBuffer(keys.undo(runId), ...ids))) as [
        (string | null)[],
        (Buffer | null)[],
      ]
      const outcomes = decodeFields(outcomeShape, keys.outcomes(runId), ids, stored)
      const before = decodeAll(replaced, (bytes, index) => {
        const id = ids[index] ?? ''
        const place = { key: keys.undo(runId), field: id, record: id }
        const text = inflate(bytes, wanted[index]?.snapshot, place)
        return text === undefined ? undefined : replacedShape.decode(text, place)
      })
      return outcomes.map((outcome, index) => {
        const was = before[index]
        return outcome && compact({ outcome, replaced: was })
      })
    },
  }
}

/**
 * Adds the commands that save the replaced versions. Two versions of a page differ in a few words: compressed against
 * the new snapshot, the old version takes a tenth of its bytes.
 */
export function saveReplaced(
  transaction: ChainableCommander,
  keys: Keys,
  runId: string,
  commits: readonly Commit[],
): void {
  const entries = commits.flatMap(({ outcome, snapshot, replaced }) =>
    replaced === undefined ? [] : [[recordId(outcome), pack(replaced, snapshot)] as const],
  )
  setFields(transaction, keys.undo(runId), entries)
  if (entries.length > 0) transaction.expire(keys.undo(runId), undoSeconds)
  for (const { outcome, snapshot, remains } of commits) {
    if (remains === undefined) continue
    setFields(transaction, keys.undo(remains.runId), [[recordId(outcome), pack(remains.replaced, snapshot)]])
    transaction.expire(keys.undo(remains.runId), undoSeconds)
  }
}

function pack(replaced: Replaced, snapshot: Commit['snapshot']): Buffer {
  return deflateSync(replacedShape.encode(replaced), { dictionary: dictionaryOf(snapshot) })
}

/** The stored text; undefined if the snapshot has changed since. */
function inflate(bytes: Buffer, snapshot: Commit['snapshot'], place: StoredPlace): string | undefined {
  try {
    return inflateSync(bytes, { dictionary: dictionaryOf(snapshot) }).toString('utf8')
  } catch (error) {
    // The bytes contain the dictionary's checksum.
    if (error instanceof Error && 'code' in error && error.code === 'Z_NEED_DICT') return undefined
    throw new DamagedError([{ shape: 'undo entry', place, reason: reasonOf(error) }])
  }
}

/** The data most similar to the replaced fields and product; never empty, because zlib ignores an empty dictionary. */
function dictionaryOf(snapshot: Commit['snapshot']): Buffer {
  const similar = snapshot && 'base' in snapshot ? [snapshot.base, snapshot.product] : null
  return Buffer.from(JSON.stringify(similar))
}
