import type { Redis } from 'ioredis'
import { recordId } from '../core/record.ts'
import type { Intent, Writes } from '../sync/ports.ts'
import { execute } from './execute.ts'
import type { Keys } from './keys.ts'
import { saveSnapshot } from './snapshots.ts'

/** Intents before creates, and the one transaction that acknowledges a batch. */
export function createWrites(redis: Redis, keys: Keys): Writes {
  return {
    async intend(runId, wanted, now) {
      if (wanted.length === 0) return []
      const ids = wanted.map(recordId)
      const transaction = redis.multi().hmget(keys.intents, ...ids)
      for (const id of ids)
        transaction.hset(keys.intents, id, JSON.stringify({ runId, sentAt: now } satisfies Intent))
      const [before] = await execute(transaction)
      return (before as unknown[]).map(toIntent)
    },

    async intents(wanted) {
      if (wanted.length === 0) return []
      return (await redis.hmget(keys.intents, ...wanted.map(recordId))).map(toIntent)
    },

    async commit(runId, commits) {
      if (commits.length === 0) return
      const transaction = redis.multi()
      for (const { outcome, snapshot } of commits) {
        const id = recordId(outcome)
        if (snapshot) saveSnapshot(transaction, keys, outcome, snapshot)
        transaction.hset(keys.outcomes(runId), id, JSON.stringify(outcome))
        transaction.hdel(keys.intents, id).hdel(keys.plan(runId), id)
      }
      await execute(transaction)
    },
  }
}

function toIntent(text: unknown): Intent | undefined {
  return typeof text === 'string' ? (JSON.parse(text) as Intent) : undefined
}
