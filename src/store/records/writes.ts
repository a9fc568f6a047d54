import type { Redis } from 'ioredis'
import { recordId } from '../../core/record/record.ts'
import type { IntendedWrite, Intent, IntentKey, Uncertain, Writes } from '../../sync/ports/writes.ts'
import { intentShape } from '../formats/shapes/writes.ts'
import { execute } from '../redis/execute.ts'
import { decodeFields, readFields, removeFields, setFields } from '../redis/hash.ts'
import type { Keys } from '../redis/keys.ts'
import { timeOf } from '../redis/time.ts'
import { saveCommits } from './commit.ts'

const uncertainSeconds = 7 * 24 * 3600
/** A host may carry out a request long after the connection is gone, but not a day later. */
const lateMs = 24 * 3_600_000

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
      if (since === undefined) {
        const now = await timeOf(redis)
        const late = wanted.map((key, index) => [idOf(key), `${marked[index]?.since ?? ''}|${now}`] as const)
        setFields(transaction, keys.lateCreates, late)
      }
      await execute(transaction.expire(keys.uncertain(runId), uncertainSeconds))
    },

    async lateCreates() {
      const marked = await redis.hgetall(keys.lateCreates)
      return Object.entries(marked).map(([id, value]): Uncertain => {
        const [since = '', at = ''] = value.split('|')
        return { ...toUncertain(id, since), markedAt: /^\d{1,15}$/.test(at) ? Number(at) : 0 }
      })
    },

    async uncertain(runId) {
      const pipeline = redis.pipeline().hgetall(keys.uncertain(runId)).hgetall(keys.leftDuplicates)
      const [marked, left] = (await execute(pipeline)) as Record<string, string>[]
      return Object.entries({ ...marked, ...left }).map(([id, since]) => toUncertain(id, since))
    },

    async keepUncertain(looked, left) {
      const now = await timeOf(redis)
      const isOver = ({ markedAt }: Uncertain): boolean =>
        markedAt !== undefined && Math.abs(now - markedAt) > lateMs
      const transaction = redis.multi()
      removeFields(
        transaction,
        keys.lateCreates,
        looked.filter(isOver).map(({ id }) => id),
      )
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

/** Without a time nothing is removed. */
function toUncertain(id: string, since: string): Uncertain {
  return { id, ...(/^\d{1,15}$/.test(since) && { since: Number(since) }) }
}

function idOf(key: IntentKey): string {
  return typeof key === 'string' ? key : recordId(key)
}
