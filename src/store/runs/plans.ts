import type { Redis } from 'ioredis'
import type { Asset } from '../../core/record/media.ts'
import type { Change } from '../../core/plan/change.ts'
import { arrivedAsset } from '../../core/plan/decide.ts'
import { linkedLanguages } from '../../core/page/links.ts'
import { recordId } from '../../core/record/record.ts'
import type { PlanPart, Plans } from '../../sync/ports/plans.ts'
import { execute } from '../redis/execute.ts'
import type { Keys } from '../redis/keys.ts'
import { scanHash } from '../redis/scan-hash.ts'
import { changeShape } from '../formats/shapes/plan.ts'
import { decodeAll } from '../formats/stored.ts'

/** The plan's order: by kind, then by record id. The score of the sorted set is the kind. */
const scores = { create: 1, update: 2, restore: 3, retire: 4 } as const satisfies Record<
  Change['kind'],
  number
>
const kindOfScore = new Map<number, Change['kind']>([
  [scores.create, 'create'],
  [scores.update, 'update'],
  [scores.restore, 'restore'],
  [scores.retire, 'retire'],
])
/** Template updates, with other reasons or without: a score of their own counts them without reading them. */
const templateScores = { too: 2.25, only: 2.5 }
/** Updates without a change in the partner’s data: only for a missing asset or for language links. */
const secondaryScore = 2.75
const secondary: ReadonlySet<string> = new Set([arrivedAsset, linkedLanguages])

function scoreOf(change: Change): number {
  if (change.kind === 'update' && change.fields.every((field) => secondary.has(field))) return secondaryScore
  if (change.kind !== 'update' || !change.fields.includes('template')) return scores[change.kind]
  return change.fields.length === 1 ? templateScores.only : templateScores.too
}

/** A run's plan: one compressed change per record, and their order. */
export function createPlans(redis: Redis, keys: Keys): Plans {
  const read = async (runId: string, ids: readonly string[]) => {
    if (ids.length === 0) return []
    const raw = await redis.hmgetBuffer(keys.plan(runId), ...ids)
    const key = keys.plan(runId)
    return decodeAll(raw, (bytes, index) => {
      const record = ids[index] ?? ''
      return changeShape.unpack(bytes, { key, field: record, record })
    })
  }
  const count = (runId: string, part: PlanPart): Promise<number> => {
    const [min, max] = part === 'write' ? ['-inf', `(${scores.retire}`] : [scores.retire, '+inf']
    return redis.zcount(keys.planOrder(runId), min, max)
  }
  return {
    read,

    async open(runId, ids) {
      const pipeline = redis.pipeline()
      for (const id of ids) pipeline.hexists(keys.plan(runId), id)
      const found = await execute(pipeline)
      return new Set(ids.filter((_, index) => found[index] === 1))
    },

    async save(runId, changes) {
      if (changes.length === 0) return
      const transaction = redis.multi()
      transaction.hset(
        keys.plan(runId),
        ...changes.flatMap((change) => [recordId(change), changeShape.pack(change)]),
      )
      transaction.zadd(
        keys.planOrder(runId),
        ...changes.flatMap((change) => [scoreOf(change), recordId(change)]),
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

    // By rank: Redis walks an offset into a range of scores from its start.
    async list(runId, part, offset, limit) {
      const writes = await count(runId, 'write')
      const from = part === 'write' ? offset : writes + offset
      const to = part === 'write' ? Math.min(offset + limit, writes) : from + limit
      return to > from ? redis.zrange(keys.planOrder(runId), String(from), String(to - 1)) : []
    },

    count,

    async countKinds(runId) {
      const kinds = Object.entries(scores)
      const pipeline = redis.pipeline()
      for (const [, score] of kinds) pipeline.zcount(keys.planOrder(runId), score, `(${score + 1}`)
      const counts = (await execute(pipeline)) as number[]
      return Object.fromEntries(kinds.map(([kind], index) => [kind, counts[index] ?? 0])) as Record<
        Change['kind'],
        number
      >
    },

    async countTemplate(runId) {
      const { too, only } = templateScores
      const pipeline = redis.pipeline()
      pipeline.zcount(keys.planOrder(runId), too, only).zcount(keys.planOrder(runId), only, only)
      const [pages = 0, alone = 0] = (await execute(pipeline)) as number[]
      return { pages, only: alone }
    },

    countSecondary: (runId) => redis.zcount(keys.planOrder(runId), secondaryScore, secondaryScore),

    async kinds(runId, ids) {
      if (ids.length === 0) return []
      const found = await redis.zmscore(keys.planOrder(runId), ...ids)
      return found.map((score) => (score === null ? undefined : kindOfScore.get(Math.floor(Number(score)))))
    },

    async listTemplate(runId, limit) {
      const { too, only } = templateScores
      const listed = (score: number) =>
        redis.zrangebyscore(keys.planOrder(runId), score, score, 'LIMIT', 0, limit)
      return [...(await listed(only)), ...(await listed(too))].slice(0, limit)
    },

    async saveAssets(runId, assets) {
      if (assets.length === 0) return
      const fields = assets.map(({ url, kind, of = '', alt = '' }) => [url, `${kind} ${of} ${alt}`.trimEnd()])
      await redis.hset(keys.planAssets(runId), Object.fromEntries(fields))
    },

    async listAssets(runId) {
      const all = await redis.hgetall(keys.planAssets(runId))
      return Object.entries(all)
        .map(([url, text]) => toAsset(url, text))
        .sort((a, b) => (a.url < b.url ? -1 : 1))
    },

    async savePageFingerprints(runId, entries) {
      if (entries.length > 0)
        await redis.hset(keys.planFingerprints(runId), ...entries.flatMap(({ id, text }) => [id, text]))
    },

    async readPageFingerprints(runId, ids) {
      if (ids.length === 0) return []
      return (await redis.hmget(keys.planFingerprints(runId), ...ids)).map((text) => text ?? undefined)
    },

    async saveUnchecked(runId, entries) {
      if (entries.length > 0)
        await redis.hset(keys.planUnchecked(runId), ...entries.flatMap(({ id, text }) => [id, text]))
    },

    scanUnchecked: (runId) => scanHash(redis, keys.planUnchecked(runId), (id, text) => ({ id, text })),

    async clearUnchecked(runId) {
      await redis.unlink(keys.planUnchecked(runId))
    },
  }
}

function toAsset(url: string, text: string): Asset {
  const [kind, of = '', ...words] = text.split(' ')
  const alt = words.join(' ')
  return { url, kind: kind === 'image' ? 'image' : 'pdf', ...(of && { of }), ...(alt && { alt }) }
}
