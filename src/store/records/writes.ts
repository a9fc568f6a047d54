import type { Redis } from 'ioredis'
import { recordId } from '../../core/record/record.ts'
import type { IntendedWrite, Intent, IntentKey, Writes } from '../../sync/ports/writes.ts'
import { intentShape } from '../formats/shapes/writes.ts'
import { execute } from '../redis/execute.ts'
import { decodeFields, readFields, removeFields, setFields } from '../redis/hash.ts'
import type { Keys } from '../redis/keys.ts'
import { saveCommits } from './commit.ts'

const uncertainSeconds = 7 * 24 * 3600

/** Intents before writes, and the one transaction that acknowledges a batch. */
export function createWrites(
  redis: Redis,
  keys: Keys,
  untilCopied: () => Promise<void> = async () => undefined,
): Writes {
  const intents = (wanted: readonly IntentKey[]): Promise<(Intent | undefined)[]> =>
    readFields(redis, keys.intents, intentShape, wanted.map(idOf))

  return {
    async intend(runId, writes, now) {
      if (writes.length === 0) return []
      const ids = writes.map(({ key }) => idOf(key))
      const encode = ({ since, read, wrote }: IntendedWrite): string =>
        intentShape.encode({
          runId,
          sentAt: now,
          ...(since !== undefined && { since }),
          ...(read && { read }),
          ...(wrote && { wrote }),
        })
      const transaction = redis.multi().hmget(keys.intents, ...ids)
      const fields = writes.map((write) => [idOf(write.key), encode(write)] as const)
      setFields(transaction, keys.intents, fields)
      const [before] = await execute(transaction)
      await untilCopied()
      return decodeFields(intentShape, keys.intents, ids, before as (string | null)[])
    },

    intents,

    async clearIntents(wanted) {
      await removeFields(redis, keys.intents, wanted.map(idOf))
    },

    async markUncertain(runId, wanted, since) {
      if (wanted.length === 0) return
      const marked = since === undefined ? await intents(wanted) : wanted.map(() => ({ since }))
      const transaction = redis.multi()
      for (const [index, key] of wanted.entries())
        // The first mark stays: it has the time of the earliest create.
        transaction.hsetnx(keys.uncertain(runId), idOf(key), marked[index]?.since ?? '')
      await execute(transaction.expire(keys.uncertain(runId), uncertainSeconds))
    },

    async uncertain(runId) {
      const pipeline = redis.pipeline().hgetall(keys.uncertain(runId)).hgetall(keys.leftDuplicates)
      const [marked, left] = (await execute(pipeline)) as Record<string, string>[]
      // Without a time nothing is removed.
      return Object.entries({ ...marked, ...left }).map(([id, since]) => ({
        id,
        ...(/^\d{1,15}$/.test(since) && { since: Number(since) }),
      }))
    },

    async keepUncertain(looked, left) {
      const transaction = redis.multi()
      removeFields(
        transaction,
        keys.leftDuplicates,
        looked.map(({ id }) => id),
      )
      const fields = left.map(({ id, since }) => [id, since ?? ''] as const)
      setFields(transaction, keys.leftDuplicates, fields)
      await execute(transaction)
    },

    async commit(runId, commits) {
      if (commits.length === 0) return
      const transaction = redis.multi()
      saveCommits(transaction, keys, runId, commits)
      await execute(transaction)
    },
  }
}

function idOf(key: IntentKey): string {
  return typeof key === 'string' ? key : recordId(key)
}
