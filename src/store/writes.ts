import type { ChainableCommander, Redis } from 'ioredis'
import { recordId } from '../core/record.ts'
import type { Commit, Intent, Writes } from '../sync/ports/writes.ts'
import { pack } from './codec.ts'
import { execute } from './execute.ts'
import type { Keys } from './keys.ts'
import { saveSettlements } from './settlements.ts'
import { saveSnapshots } from './snapshots.ts'

const uncertainSeconds = 7 * 24 * 3600
const undoSeconds = 30 * 24 * 3600

/** Intents before creates, and the one transaction that acknowledges a batch. */
export function createWrites(redis: Redis, keys: Keys): Writes {
  return {
    async intend(runId, wanted, now) {
      if (wanted.length === 0) return []
      const ids = wanted.map(recordId)
      const intent = JSON.stringify({ runId, sentAt: now } satisfies Intent)
      const transaction = redis.multi().hmget(keys.intents, ...ids)
      transaction.hset(keys.intents, ...ids.flatMap((id) => [id, intent]))
      const [before] = await execute(transaction)
      return (before as unknown[]).map(toIntent)
    },

    async intents(wanted) {
      if (wanted.length === 0) return []
      return (await redis.hmget(keys.intents, ...wanted.map(recordId))).map(toIntent)
    },

    async markUncertain(runId, wanted) {
      if (wanted.length === 0) return
      const transaction = redis.multi().sadd(keys.uncertain(runId), ...wanted.map(recordId))
      await execute(transaction.expire(keys.uncertain(runId), uncertainSeconds))
    },

    uncertain: (runId) => redis.smembers(keys.uncertain(runId)),

    async commit(runId, commits) {
      if (commits.length === 0) return
      const ids = commits.map(({ outcome }) => recordId(outcome))
      const transaction = redis.multi()
      saveSnapshots(
        transaction,
        keys,
        commits.flatMap(({ outcome, snapshot }) => (snapshot ? [{ key: outcome, snapshot }] : [])),
      )
      saveSettlements(transaction, keys, commits)
      const outcomes = commits.flatMap(({ outcome }) => [recordId(outcome), JSON.stringify(outcome)])
      transaction.hset(keys.outcomes(runId), ...outcomes)
      keepReplaced(transaction, keys.undo(runId), commits)
      takeOrders(transaction, keys.orders, commits)
      transaction.hdel(keys.intents, ...ids).hdel(keys.plan(runId), ...ids)
      transaction.hincrby(keys.progress(runId), 'written', commits.length)
      const failed = commits.filter(({ outcome }) => outcome.result === 'failed').length
      if (failed > 0) transaction.hincrby(keys.progress(runId), 'failed', failed)
      await execute(transaction)
    },
  }
}

function keepReplaced(transaction: ChainableCommander, key: string, commits: readonly Commit[]): void {
  const entries = commits.flatMap(({ outcome, replaced }) =>
    replaced === undefined ? [] : [recordId(outcome), pack(replaced)],
  )
  if (entries.length > 0) transaction.hset(key, ...entries).expire(key, undoSeconds)
}

function takeOrders(transaction: ChainableCommander, key: string, commits: readonly Commit[]): void {
  for (const { outcome, order } of commits) {
    if (order === 'none') transaction.hdel(key, recordId(outcome))
    else if (order !== undefined) transaction.hset(key, recordId(outcome), pack(order))
  }
}

function toIntent(text: unknown): Intent | undefined {
  return typeof text === 'string' ? (JSON.parse(text) as Intent) : undefined
}
