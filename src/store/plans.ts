import type { Redis } from 'ioredis'
import type { Asset } from '../core/media.ts'
import type { Change } from '../core/change.ts'
import { recordId } from '../core/record.ts'
import type { PlanPart, Plans } from '../sync/ports/plans.ts'
import { pack, unpack } from './codec.ts'
import { execute } from './execute.ts'
import type { Keys } from './keys.ts'

/** The plan's order: by kind, then by record id. The score of the sorted set is the kind. */
const scores = { create: 1, update: 2, restore: 3, retire: 4 } as const satisfies Record<
  Change['kind'],
  number
>
const ranges = {
  write: { min: scores.create, max: scores.restore },
  retire: { min: scores.retire, max: scores.retire },
} as const satisfies Record<PlanPart, { min: number; max: number }>

/** A run's plan: one compressed change a record, and their order. */
export function createPlans(redis: Redis, keys: Keys): Plans {
  const read = async (runId: string, ids: readonly string[]) => {
    if (ids.length === 0) return []
    const raw = await redis.hmgetBuffer(keys.plan(runId), ...ids)
    return raw.map((bytes) => (bytes === null ? undefined : (unpack(bytes) as Change)))
  }
  return {
    read,

    async save(runId, changes) {
      if (changes.length === 0) return
      const transaction = redis.multi()
      transaction.hset(keys.plan(runId), ...changes.flatMap((change) => [recordId(change), pack(change)]))
      transaction.zadd(
        keys.planOrder(runId),
        ...changes.flatMap((change) => [scores[change.kind], recordId(change)]),
      )
      await execute(transaction)
    },

    async drop(runId, ids) {
      if (ids.length === 0) return
      await execute(
        redis
          .multi()
          .hdel(keys.plan(runId), ...ids)
          .zrem(keys.planOrder(runId), ...ids),
      )
    },

    list: (runId, part, offset, limit) =>
      redis.zrangebyscore(keys.planOrder(runId), ranges[part].min, ranges[part].max, 'LIMIT', offset, limit),

    count: (runId, part) => redis.zcount(keys.planOrder(runId), ranges[part].min, ranges[part].max),

    async countKinds(runId) {
      const kinds = Object.entries(scores)
      const pipeline = redis.pipeline()
      for (const [, score] of kinds) pipeline.zcount(keys.planOrder(runId), score, score)
      const counts = (await execute(pipeline)) as number[]
      return Object.fromEntries(kinds.map(([kind], index) => [kind, counts[index] ?? 0])) as Record<
        Change['kind'],
        number
      >
    },

    async saveAssets(runId, assets) {
      if (assets.length === 0) return
      await redis.hset(keys.planAssets(runId), Object.fromEntries(assets.map(({ url, kind }) => [url, kind])))
    },

    async listAssets(runId) {
      const all = await redis.hgetall(keys.planAssets(runId))
      return Object.entries(all)
        .map(([url, kind]) => ({ url, kind }) as Asset)
        .sort((a, b) => (a.url < b.url ? -1 : 1))
    },
  }
}
