import type { Redis } from 'ioredis'
import { changesIndex } from '../../core/page/listing.ts'
import { recordId } from '../../core/record/record.ts'
import type { IntendedWrite, Intent, IntentKey, Writes } from '../../sync/ports/writes.ts'
import { execute } from '../redis/execute.ts'
import { markStaleListings } from './listings.ts'
import type { Keys } from '../redis/keys.ts'
import { outcomeShape } from '../formats/shapes/plan.ts'
import { intentShape } from '../formats/shapes/writes.ts'
import { decodeAll, decodeInteger } from '../formats/stored.ts'
import { saveDecisions } from './decisions.ts'
import { markUndone } from './stale-links.ts'
import { saveSnapshots } from './snapshots.ts'
import { saveReplaced } from '../runs/undo.ts'

const uncertainSeconds = 7 * 24 * 3600

/** Intents before writes, and the one transaction that acknowledges a batch. */
export function createWrites(redis: Redis, keys: Keys): Writes {
  const toIntents = (texts: readonly (string | null)[], ids: readonly string[]) =>
    decodeAll(texts, (text, index) => {
      const id = ids[index] ?? ''
      const record = id.startsWith('parent:') ? {} : { record: id }
      return intentShape.decode(text, { key: keys.intents, field: id, ...record })
    })

  async function intents(wanted: readonly IntentKey[]): Promise<(Intent | undefined)[]> {
    if (wanted.length === 0) return []
    const ids = wanted.map(idOf)
    return toIntents(await redis.hmget(keys.intents, ...ids), ids)
  }

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
      transaction.hset(keys.intents, ...writes.flatMap((write) => [idOf(write.key), encode(write)]))
      const [before] = await execute(transaction)
      return toIntents(before as (string | null)[], ids)
    },

    intents,

    async clearIntents(wanted) {
      if (wanted.length > 0) await redis.hdel(keys.intents, ...wanted.map(idOf))
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
      const marked = Object.entries(await redis.hgetall(keys.uncertain(runId)))
      const key = keys.uncertain(runId)
      return marked.map(([id, since]) => ({
        id,
        ...(since !== '' && { since: decodeInteger(since, { key, field: id }) }),
      }))
    },

    async commit(runId, commits) {
      if (commits.length === 0) return
      const ids = commits.map(({ outcome }) => recordId(outcome))
      const transaction = redis.multi()
      saveSnapshots(
        transaction,
        keys,
        commits.flatMap(({ outcome, snapshot }) => (snapshot ? [{ key: outcome, snapshot }] : [])),
      )
      const listed = commits.filter(({ outcome, snapshot }) => snapshot && changesIndex(outcome))
      markStaleListings(transaction, keys, new Set(listed.map(({ outcome }) => outcome.language)))
      markUndone(transaction, keys, commits)
      saveDecisions(transaction, keys, commits)
      const outcomes = commits.flatMap(({ outcome }) => [recordId(outcome), outcomeShape.encode(outcome)])
      transaction.hset(keys.outcomes(runId), ...outcomes)
      saveReplaced(transaction, keys, runId, commits)
      transaction.hdel(keys.intents, ...ids).hdel(keys.plan(runId), ...ids)
      const met = commits.filter(({ outcome }) => outcome.result !== 'deferred')
      if (met.length > 0) transaction.hdel(keys.deferrals, ...met.map(({ outcome }) => recordId(outcome)))
      transaction.hincrby(keys.progress(runId), 'written', commits.length)
      for (const { outcome } of commits)
        transaction.hincrby(keys.progress(runId), `written:${outcome.language}`, 1)
      const failed = commits.filter(({ outcome }) => outcome.result === 'failed').length
      if (failed > 0) transaction.hincrby(keys.progress(runId), 'failed', failed)
      await execute(transaction)
    },
  }
}

function idOf(key: IntentKey): string {
  return typeof key === 'string' ? key : recordId(key)
}
