import type { Redis } from 'ioredis'
import type { RankedAsset } from '../../core/record/assets.ts'
import type { Asset } from '../../core/record/media.ts'
import type { Change, PlannedKind } from '../../core/run/change.ts'
import { rewritten } from '../../core/plan/decide.ts'
import { isHarmless } from '../../core/plan/upkeep.ts'
import { recordId } from '../../core/record/record.ts'
import { inChunks } from '../../lib/chunks.ts'
import type { PlanPart, RecordText } from '../../sync/ports/stored.ts'
import type { FamilyBy } from '../../core/render/family/member.ts'
import { saveSearchTexts } from './search-texts.ts'
import { dropPlannedMembers, savePlannedMembers } from './planned-members.ts'
import { execute } from '../redis/execute.ts'
import type { Keys } from '../redis/keys.ts'
import { readTexts, removeFields, scanHash, setFields } from '../redis/hash.ts'
import { plannedAssetShape } from '../formats/shapes/media.ts'
import { changeShape } from '../formats/shapes/plan.ts'
import { decodeAll } from '../formats/define-shape.ts'
import { defineScript, nothing } from '../lua/script.ts'

/** The plan's order: by kind, then by record id. The score of the sorted set is the kind. */
const scores = { revert: 0, create: 1, update: 2, restore: 3, retire: 4 }
const planned = ['create', 'update', 'restore', 'retire'] as const satisfies readonly PlannedKind[]
const kinds = ['revert', ...planned] as const satisfies readonly Change['kind'][]
/** Reasons for updates that hold a plan whatever their number: the template, or a rewrite of every page. */
const whole: ReadonlySet<string> = new Set(['template', rewritten])
/** Scores of such updates, with and without other reasons: a separate score counts them without reading them. */
const templateScores = { too: 2.25, only: 2.5 }
/**
 * Updates without a change in the partner’s data: only for a missing asset, for links to other pages or for files that moved.
 */
const secondaryScore = 2.75

function scoreOf(change: Change): number {
  if (isHarmless(change)) return secondaryScore
  if (change.kind !== 'update' || !change.fields.some((field) => whole.has(field))) return scores[change.kind]
  return change.fields.every((field) => whole.has(field)) ? templateScores.only : templateScores.too
}

const assetsAtOnce = 500

const keepLowest = defineScript('runs/keep-lowest', nothing)

/** A run's plan: one compressed change per record, and their order. */
export function createPlans(redis: Redis, keys: Keys, familyBy?: FamilyBy) {
  const read = async (runId: string, ids: readonly string[]) => {
    if (ids.length === 0) return []
    const raw = await redis.hmgetBuffer(keys.plan(runId), ...ids)
    const key = keys.plan(runId)
    return decodeAll(raw, (bytes, index) => changeShape.unpack(bytes, { key, field: ids[index] ?? '' }))
  }
  const count = (runId: string, part: PlanPart): Promise<number> => {
    const [min, max] = part === 'write' ? ['-inf', `(${scores.retire}`] : [scores.retire, '+inf']
    return redis.zcount(keys.planOrder(runId), min, max)
  }
  const saveTexts = async (key: string, entries: readonly RecordText[]): Promise<void> => {
    const fields = entries.map(({ id, text }) => [id, text] as const)
    await setFields(redis, key, fields)
  }
  return {
    read,

    /** The ids of all records with an unacknowledged change; cheaper than `read`. */
    openIds: (runId: string): Promise<string[]> => redis.hkeys(keys.plan(runId)),

    /** Adds or replaces changes; the last change of a record counts. */
    async save(runId: string, changes: readonly Change[]): Promise<void> {
      if (changes.length === 0) return
      const transaction = redis.multi()
      const packed = changes.map((change) => [recordId(change), changeShape.pack(change)] as const)
      setFields(transaction, keys.plan(runId), packed)
      setFields(transaction, keys.planSlugs(runId), slugsIn(changes))
      setFields(transaction, keys.planFields(runId), fieldsIn(changes))
      savePlannedMembers(transaction, { keys, runId }, changes, familyBy)
      // A product without a page must be found too, because its plan may wait for an approval.
      saveSearchTexts(
        transaction,
        keys,
        changes.filter((change) => change.kind === 'create'),
      )
      const scored = changes.flatMap((change) => [scoreOf(change), recordId(change)])
      await execute(transaction.zadd(keys.planOrder(runId), ...scored))
    },

    async drop(runId: string, ids: readonly string[]): Promise<void> {
      if (ids.length === 0) return
      const transaction = redis.multi().zrem(keys.planOrder(runId), ...ids)
      removeFields(transaction, keys.plan(runId), ids)
      removeFields(transaction, keys.planSlugs(runId), ids)
      removeFields(transaction, keys.planFields(runId), ids)
      if (familyBy !== undefined) dropPlannedMembers(transaction, { keys, runId }, ids)
      await execute(transaction)
    },

    /** The slugs of planned creates that have another than the default one; cheaper than `read`. */
    async slugs(runId: string, ids: readonly string[]): Promise<(string | undefined)[]> {
      return (await readTexts(redis, keys.planSlugs(runId), ids)).map((slug) => slug ?? undefined)
    },

    /**
     * Removes changes that are not applied and keeps the order, as an acknowledgement does, because jobs refer to
     * positions in it.
     */
    close: (runId: string, ids: readonly string[]): Promise<void> =>
      removeFields(redis, keys.plan(runId), ids).then(() => undefined),

    /** Replaces changes and keeps the order. */
    async replace(runId: string, changes: readonly Change[]): Promise<void> {
      const packed = changes.map((change) => [recordId(change), changeShape.pack(change)] as const)
      await setFields(redis, keys.plan(runId), packed)
      await setFields(redis, keys.planFields(runId), fieldsIn(changes))
    },

    /** The fields of planned updates; cheaper than `read`. */
    async fields(runId: string, ids: readonly string[]): Promise<string[][]> {
      const texts = await readTexts(redis, keys.planFields(runId), ids)
      return texts.map((text) => (text === null || text === '' ? [] : text.split(',')))
    },

    /** Record ids in order, writes or retirements, `limit` from `offset`. */
    async list(runId: string, part: PlanPart, offset: number, limit: number): Promise<string[]> {
      // By rank, because Redis walks an offset into a range of scores from the start.
      const writes = await count(runId, 'write')
      const from = part === 'write' ? offset : writes + offset
      const to = part === 'write' ? Math.min(offset + limit, writes) : from + limit
      return to > from ? redis.zrange(keys.planOrder(runId), String(from), String(to - 1)) : []
    },

    count,

    async countKinds(runId: string): Promise<Record<PlannedKind, number>> {
      const pipeline = redis.pipeline()
      for (const kind of planned) pipeline.zcount(keys.planOrder(runId), scores[kind], `(${scores[kind] + 1}`)
      const [create = 0, update = 0, restore = 0, retire = 0] = (await execute(pipeline)) as number[]
      return { create, update, restore, retire }
    },

    /** Updates because the template or the labels changed: all, and those without another reason. */
    async countTemplate(runId: string): Promise<{ pages: number; only: number }> {
      const { too, only } = templateScores
      const pipeline = redis.pipeline()
      pipeline.zcount(keys.planOrder(runId), too, only).zcount(keys.planOrder(runId), only, only)
      const [pages = 0, alone = 0] = (await execute(pipeline)) as number[]
      return { pages, only: alone }
    },

    /** Updates only for missing assets or links to other pages. */
    countSecondary: (runId: string): Promise<number> =>
      redis.zcount(keys.planOrder(runId), secondaryScore, secondaryScore),

    /** The planned change of each record, even if it was already applied; undefined without one. */
    async kinds(runId: string, ids: readonly string[]): Promise<(Change['kind'] | undefined)[]> {
      if (ids.length === 0) return []
      const found = await redis.zmscore(keys.planOrder(runId), ...ids)
      return found.map((score) => (score === null ? undefined : kinds[Math.floor(Number(score))]))
    },

    /** Record ids of the updates for the template or the labels, those without another reason first. */
    async listTemplate(runId: string, limit: number): Promise<string[]> {
      const { too, only } = templateScores
      const listed = (score: number) =>
        redis.zrangebyscore(keys.planOrder(runId), score, score, 'LIMIT', 0, limit)
      return [...(await listed(only)), ...(await listed(too))].slice(0, limit)
    },

    /**
     * Adds assets. If several have the same URL, the one with the lowest rank is kept, whatever the order of the calls.
     */
    async saveAssets(runId: string, assets: readonly RankedAsset[]): Promise<void> {
      for (const group of inChunks(assets, assetsAtOnce)) {
        const fields = group.flatMap(({ asset, rank }) => [
          asset.url,
          `${rank}\n`,
          plannedAssetShape.encode(asset),
        ])
        await keepLowest.run(redis, [keys.planAssets(runId)], fields)
      }
    },

    /** By rank. */
    async listAssets(runId: string): Promise<Asset[]> {
      const all = await redis.hgetall(keys.planAssets(runId))
      const key = keys.planAssets(runId)
      return Object.entries(all)
        .flatMap(([url, text]) => toRankedAsset(url, text, key) ?? [])
        .sort((a, b) => (a.rank === b.rank ? order(a.asset.url, b.asset.url) : order(a.rank, b.rank)))
        .map(({ asset }) => asset)
    },

    async dropAssets(runId: string, urls: readonly string[]): Promise<void> {
      await removeFields(redis, keys.planAssets(runId), urls)
    },

    async discard(runId: string): Promise<void> {
      await redis.unlink(...keys.planKeys(runId))
    },

    /** Stores fingerprints of the planned records' pages for a later comparison. */
    savePageFingerprints: (runId: string, entries: readonly RecordText[]): Promise<void> =>
      saveTexts(keys.planFingerprints(runId), entries),

    async readPageFingerprints(runId: string, ids: readonly string[]): Promise<(string | undefined)[]> {
      return (await readTexts(redis, keys.planFingerprints(runId), ids)).map((text) => text ?? undefined)
    },

    /** Adds records to the selected part of the plan. */
    saveSelected: (runId: string, ids: readonly string[]): Promise<void> =>
      saveTexts(
        keys.planSelected(runId),
        ids.map((id) => ({ id, text: '1' })),
      ),

    /** Those of some records that are in the selected part. */
    async readSelected(runId: string, ids: readonly string[]): Promise<ReadonlySet<string>> {
      const found = await readTexts(redis, keys.planSelected(runId), ids)
      return new Set(ids.filter((_, index) => found[index] !== null))
    },

    async clearSelected(runId: string): Promise<void> {
      await redis.unlink(keys.planSelected(runId))
    },

    /** Stores why planned records could not be checked. */
    saveUnchecked: (runId: string, entries: readonly RecordText[]): Promise<void> =>
      saveTexts(keys.planUnchecked(runId), entries),

    scanUnchecked: (runId: string): AsyncIterable<RecordText[]> =>
      scanHash(redis, keys.planUnchecked(runId), (id, text) => ({ id, text })),

    async clearUnchecked(runId: string): Promise<void> {
      await redis.unlink(keys.planUnchecked(runId))
    },
  }
}

function slugsIn(changes: readonly Change[]): [id: string, slug: string][] {
  return changes.flatMap((change): [string, string][] =>
    change.kind === 'create' && change.slug !== undefined ? [[recordId(change), change.slug]] : [],
  )
}

function fieldsIn(changes: readonly Change[]): [id: string, fields: string][] {
  return changes.flatMap((change): [string, string][] =>
    change.kind === 'update' ? [[recordId(change), change.fields.join(',')]] : [],
  )
}

/** Undefined for a damaged value: its page is written without the file, and lists it as missing. */
function toRankedAsset(url: string, text: string, key: string): RankedAsset | undefined {
  const end = text.indexOf('\n')
  if (end !== -1) {
    const asset = plannedAssetShape.tryDecode(text.slice(end + 1), { key, field: url })
    return asset && { rank: text.slice(0, end), asset }
  }
  // A plan that an older version held: `image <record id> <alternative text>`.
  const [kind, of = '', ...words] = text.split(' ')
  const name = words.join(' ')
  const asset: Asset = {
    url,
    kind: kind === 'image' ? 'image' : 'pdf',
    ...(of && { of }),
    ...(name && { name }),
  }
  return { rank: '', asset }
}

function order(a: string, b: string): number {
  return a < b ? -1 : 1
}
