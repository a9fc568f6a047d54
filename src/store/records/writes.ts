import type { Redis } from 'ioredis'
import { recordId } from '../../core/record/record.ts'
import type { Commit, Intent, IntentKey, Uncertain, Writes } from '../../sync/ports/writes.ts'
import { intentShape } from '../formats/shapes/writes.ts'
import { defineScript, flags } from '../lua/script.ts'
import { executeAgain } from '../redis/execute-again.ts'
import { execute } from '../redis/execute.ts'
import { readFields, removeFields, setFields } from '../redis/hash.ts'
import type { Keys } from '../redis/keys.ts'
import { replaceSame } from '../redis/table.ts'
import { timeOf } from '../redis/time.ts'
import { saveCommits } from './commit.ts'

const uncertainSeconds = 7 * 24 * 3600
/** A host may process a request long after the connection is gone, but not a day later. */
const lateMs = 24 * 3_600_000

const storeIntents = defineScript('records/store-intents', flags)

type Settings = {
  /** Waits until the replicas have the data that must not be lost before a write is sent. */
  untilCopied?: (() => Promise<void>) | undefined
  /** The clock that all processes share, in ms since 1970. */
  time?: (() => Promise<number>) | undefined
}

/** Intents before writes, and the one transaction that acknowledges a batch. */
export function createWrites(
  redis: Redis,
  keys: Keys,
  { untilCopied = async () => undefined, time = () => timeOf(redis) }: Settings = {},
): Writes {
  async function intents(wanted: readonly IntentKey[]): Promise<(Intent | undefined)[]> {
    const found = await readFields(redis, keys.intents, intentShape, wanted.map(idOf))
    if (found.every((intent) => intent === undefined)) return found
    const now = await time()
    const ahead = found.flatMap((intent, index) => {
      const key = wanted[index]
      return intent === undefined || key === undefined || intent.sentAt <= now ? [] : [{ key, intent }]
    })
    if (ahead.length === 0) return found
    // They were stored while a clock was ahead: their grace period starts now, and only once.
    const again = ahead.map(({ key, intent }) => ({ key, read: intent, now: { ...intent, sentAt: now } }))
    await execute(replaceSame(redis.pipeline(), keys.intents, intentShape, again))
    const stamped = new Map(ahead.map(({ intent }, index) => [intent, again[index]?.now]))
    return found.map((intent) => (intent === undefined ? undefined : (stamped.get(intent) ?? intent)))
  }

  async function commit(runId: string, commits: readonly Commit[]): Promise<void> {
    if (commits.length === 0) return
    // Without the acknowledgement, the next try could not determine the content that its write replaced.
    await executeAgain(() => {
      const transaction = redis.multi()
      saveCommits(transaction, keys, runId, commits)
      return transaction
    })
  }

  return {
    async intend(runId, writes) {
      if (writes.length === 0) return []
      const sentAt = await time()
      const stored = writes.map(({ since, read, wrote }): Intent => {
        const sent = { ...(since !== undefined && { since }), ...(read && { read }), ...(wrote && { wrote }) }
        return { runId, sentAt, ...sent }
      })
      const flat = writes.flatMap(({ key, known }, index) => {
        const [before, now] = [known, stored[index]].map((one) => (one ? intentShape.textOf(one) : ''))
        return [idOf(key), before ?? '', now ?? '', typeof key === 'string' ? '' : 'planned']
      })
      const taken = await storeIntents.run(redis, [keys.intents, keys.plan(runId)], flat)
      await untilCopied()
      return stored.map((intent, index) => (taken[index] === true ? intent : undefined))
    },

    intents,

    async clearIntents(known) {
      if (known.length === 0) return
      const over = known.map(({ key, intent }) => ({ key, read: intent, now: undefined }))
      await execute(replaceSame(redis.pipeline(), keys.intents, intentShape, over))
    },

    async markUncertain(runId, wanted, since) {
      if (wanted.length === 0) return
      const marked = since === undefined ? await intents(wanted) : wanted.map(() => ({ since }))
      const transaction = redis.multi()
      for (const [index, key] of wanted.entries())
        // The first mark stays, because it has the time of the earliest create.
        transaction.hsetnx(keys.uncertain(runId), idOf(key), marked[index]?.since ?? '')
      if (since === undefined) {
        const now = await time()
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
      const now = await time()
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

    commit,

    async commitUnsent(runId, commits) {
      const pipeline = redis.pipeline()
      for (const { outcome } of commits) pipeline.hexists(keys.plan(runId), recordId(outcome))
      const planned = await execute(pipeline)
      await commit(
        runId,
        commits.filter((_, index) => planned[index] === 1),
      )
    },
  }
}

/** Without a time, no duplicate is removed. */
function toUncertain(id: string, since: string): Uncertain {
  return { id, ...(/^\d{1,15}$/.test(since) && { since: Number(since) }) }
}

function idOf(key: IntentKey): string {
  return typeof key === 'string' ? key : recordId(key)
}
