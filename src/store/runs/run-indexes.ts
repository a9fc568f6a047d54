import type { ChainableCommander, Redis } from 'ioredis'
import type { Outcome } from '../../core/run/change.ts'
import { recordId } from '../../core/record/record.ts'
import { isWaiting, type Run } from '../../core/run/run.ts'
import type { RunIndex } from '../../core/views/run-index.ts'
import type { StoredRunIndex } from '../../sync/ports/stored.ts'
import { toCount, unlessDamaged } from '../formats/define-shape.ts'
import { outcomeShape } from '../formats/shapes/plan.ts'
import { runIndexShape } from '../formats/shapes/reports.ts'
import { execute } from '../redis/execute.ts'
import { setFields } from '../redis/hash.ts'
import type { Keys } from '../redis/keys.ts'
import { planSeconds } from './run-transitions.ts'

/** The state of a run's records: their number, and of writes to its outcomes. */
type Size = { records: number; revision: number }
type Columns = StoredRunIndex['columns']

/**
 * The records of large runs in columns, for their pages. An index that an outcome was written after, or that was made in
 * another state of the run, counts as missing, as does a damaged one.
 */
export function createRunIndexes(redis: Redis, keys: Keys) {
  return {
    async sizeOf(run: Pick<Run, 'id' | 'state'>): Promise<Size> {
      const pipeline = redis.pipeline().hget(keys.runIndex(run.id), 'revision').hlen(keys.outcomes(run.id))
      const [revision, outcomes, planned] = (await execute(pipeline.zcard(keys.planOrder(run.id)))) as [
        string | null,
        number,
        number,
      ]
      return { records: outcomes + (isWaiting(run) ? planned : 0), revision: toCount(revision) }
    },

    /** Stores the index of a run's records as of a revision. That of a waiting run expires with its plan. */
    async save(
      run: Pick<Run, 'id' | 'state'>,
      { revision, index }: { revision: number; index: RunIndex },
    ): Promise<void> {
      const key = keys.runIndex(run.id)
      const waits = isWaiting(run)
      const transaction = redis
        .multi()
        .hset(key, 'records', runIndexShape.pack(toStored(index, revision, waits)))
      if (waits) transaction.expire(key, planSeconds)
      await execute(transaction)
    },

    async read(run: Pick<Run, 'id' | 'state'>, revision: number): Promise<RunIndex | undefined> {
      const key = keys.runIndex(run.id)
      const bytes = await redis.hgetBuffer(key, 'records')
      if (bytes === null) return undefined
      return unlessDamaged(() => {
        const stored = runIndexShape.unpack(bytes, { key, field: 'records' })
        return stored.revision === revision && stored.waits === isWaiting(run) ? toIndex(stored) : undefined
      })
    },
  }
}

/** Adds the commands that store outcomes, after which the run's index is outdated. */
export function saveOutcomes(
  transaction: ChainableCommander,
  keys: Keys,
  runId: string,
  outcomes: readonly Outcome[],
): ChainableCommander {
  const fields = outcomes.map((outcome) => [recordId(outcome), outcomeShape.encode(outcome)] as const)
  setFields(transaction, keys.outcomes(runId), fields)
  return transaction.hincrby(keys.runIndex(runId), 'revision', 1)
}

function toStored(index: RunIndex, revision: number, waits: boolean): StoredRunIndex {
  const { count, cut, languages, groups, fieldSets } = index
  const columns: Columns = {
    gtins: toText(index.gtins),
    languageAt: toText(index.languageAt),
    whatAt: toText(index.whatAt),
    groupAt: toText(index.groupAt),
    fieldsAt: toText(index.fieldsAt),
  }
  const tables = {
    languages: [...languages],
    groups: [...groups],
    fieldSets: fieldSets.map((fields) => [...fields]),
  }
  return { revision, waits, count, cut, ...tables, columns }
}

/** Undefined if a column does not have a value for each record. */
function toIndex({
  columns,
  count,
  cut,
  languages,
  groups,
  fieldSets,
}: StoredRunIndex): RunIndex | undefined {
  const index = {
    count,
    cut,
    languages,
    groups,
    fieldSets,
    gtins: new Float64Array(toBytes(columns.gtins)),
    languageAt: new Uint16Array(toBytes(columns.languageAt)),
    whatAt: new Uint8Array(toBytes(columns.whatAt)),
    groupAt: new Uint32Array(toBytes(columns.groupAt)),
    fieldsAt: new Uint32Array(toBytes(columns.fieldsAt)),
  }
  const lengths = [index.gtins, index.languageAt, index.whatAt, index.groupAt, index.fieldsAt].map(
    (column) => column.length,
  )
  return lengths.every((length) => length === count) ? index : undefined
}

function toText({ buffer, byteOffset, byteLength }: ArrayBufferView): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString('base64')
}

/** The bytes in a separate buffer, because a column must start at a multiple of its width. */
function toBytes(text: string): ArrayBuffer {
  const bytes = Buffer.from(text, 'base64')
  return Uint8Array.from(bytes).buffer
}
