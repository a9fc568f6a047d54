import type { Redis } from 'ioredis'
import type { Commit, IntendedWrite, Intent, IntentKey, Uncertain } from '../../sync/ports/writes.ts'
import type { FamilyBy } from '../../core/render/family/member.ts'
import { recordId } from '../../core/record/record.ts'
import { intentShape } from '../formats/shapes/writes.ts'
import { defineScript, flags } from '../lua/script.ts'
import { executeAgain } from '../redis/execute-again.ts'
import { execute } from '../redis/execute.ts'
import { readFields, removeFields, setFields } from '../redis/hash.ts'
import type { Keys } from '../redis/keys.ts'
import { replaceSame } from '../redis/table.ts'
import { timeOf } from '../redis/time.ts'
import { saveCommits } from './commit.ts'
import { compact } from '../../lib/compact.ts'

const uncertainSeconds = 7 * 24 * 3600
/** A host may process a request long after the connection is gone, but not a day later. */
const lateMs = 24 * 3_600_000

const storeIntents = defineScript('records/store-intents', flags)
const findPlanned = defineScript('records/find-planned', flags)

type Settings = {
  /** Waits until the replicas have the data that must not be lost before a write is sent. */
  untilCopied?: (() => Promise<void>) | undefined
  /** The clock that all processes share, in ms since 1970. */
  time?: (() => Promise<number>) | undefined
  familyBy?: FamilyBy | undefined
}

/** Intents before writes, and the one transaction that acknowledges a batch. */
export function createWrites(
  redis: Redis,
  keys: Keys,
  { untilCopied = async () => undefined, time = () => timeOf(redis), familyBy }: Settings = {},
) {
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
      saveCommits(transaction, keys, { runId, familyBy }, commits)
      return transaction
    })
  }

  return {
    /**
     * Marks writes as sent, by the shared clock, and returns their intents. Undefined if another try of the job has sent
     * or acknowledged the record's page since the lookup: look it up again before sending.
     */
    async intend(runId: string, writes: readonly IntendedWrite[]): Promise<(Intent | undefined)[]> {
      if (writes.length === 0) return []
      const sentAt = await time()
      const stored = writes.map(({ since, slug, read, wrote, landed }): Intent => {
        return compact({ runId, sentAt, since, slug, read, wrote, landed })
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

    /**
     * Clears intents that are unchanged since they were read or stored, or restores the earlier ones (`known`); those of
     * records are cleared with their commit.
     */
    async clearIntents(
      stored: readonly { key: IntentKey; intent: Intent; known?: Intent | undefined }[],
    ): Promise<void> {
      if (stored.length === 0) return
      const over = stored.map(({ key, intent, known }) => ({ key, read: intent, now: known }))
      await execute(replaceSame(redis.pipeline(), keys.intents, intentShape, over))
    },

    /**
     * Marks pages that may have been created twice, so that duplicates are removed at the run's end; `since` is that of
     * the intent by default.
     */
    async markUncertain(runId: string, wanted: readonly IntentKey[], since?: number): Promise<void> {
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

    /** Creates with a lost reply in any run, which may land after that run's end. */
    async lateCreates(): Promise<Uncertain[]> {
      const marked = await redis.hgetall(keys.lateCreates)
      return Object.entries(marked).map(([id, value]): Uncertain => {
        const [since = '', at = ''] = value.split('|')
        return { ...toUncertain(id, since), markedAt: /^\d{1,15}$/.test(at) ? Number(at) : 0 }
      })
    },

    /** Those of a run, and those with a duplicate that an earlier run could not remove. */
    async uncertain(runId: string): Promise<Uncertain[]> {
      const pipeline = redis.pipeline().hgetall(keys.uncertain(runId)).hgetall(keys.leftDuplicates)
      const [marked, left] = (await execute(pipeline)) as Record<string, string>[]
      return Object.entries({ ...marked, ...left }).map(([id, since]) => toUncertain(id, since))
    },

    /**
     * Keeps pages with a duplicate that could not be removed for the next runs, and creates that may still land for a
     * day.
     */
    async keepUncertain(looked: readonly Uncertain[], left: readonly Uncertain[]): Promise<void> {
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

    /** One transaction: saves snapshots and outcomes, removes intents and plan items, and advances the run's progress. */
    commit,

    /** The same for records without a write of this try. Those that another try has acknowledged are left out. */
    async commitUnsent(runId: string, commits: readonly Commit[]): Promise<void> {
      if (commits.length === 0) return
      const ids = commits.map(({ outcome }) => recordId(outcome))
      const planned = await findPlanned.run(redis, [keys.plan(runId)], ids)
      await commit(
        runId,
        commits.filter((_, index) => planned[index]),
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
