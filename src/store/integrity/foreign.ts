import type { Redis } from 'ioredis'
import { activeStates } from '../../core/run/run.ts'
import { recentHealthKeys } from '../fleet/api-health.ts'
import { readLimits } from '../fleet/limit-bounds.ts'
import { defineScript, hadEffect } from '../lua/script.ts'
import { execute } from '../redis/execute.ts'
import type { Keys, TypedKey } from '../redis/keys.ts'
import { keysVersion } from '../versions/check-formats.ts'
import { decodeRun } from '../formats/shapes/run.ts'
import { unlessDamaged } from '../formats/define-shape.ts'

/** The number of the newest runs that are checked: as many as a command lists. */
const newestRuns = 50

/** Languages, runs and the menu of a request, which the lists in Redis may lack. */
export type AlsoMoved = { languages?: readonly string[]; runs?: readonly string[]; menuId?: number }

const moveKeyAway = defineScript('integrity/move-key-away', hadEffect)
export const moveFieldAway = defineScript('integrity/move-field-away', hadEffect)
const releaseLock = defineScript('integrity/release-lock', hadEffect)

/**
 * Moves unusable values away that concern more than one record: keys of another type, invalid counters and page ids,
 * and an unreadable active run. Returns a sentence for each, with the key and where the value is kept. `now` in ms.
 */
export async function moveForeignAway(
  redis: Redis,
  keys: Keys,
  now: number,
  { languages: more = [], runs = [], menuId }: AlsoMoved = {},
): Promise<string[]> {
  const counter = keys.runCounter(new Date(now).toISOString().slice(0, 10))
  const health = recentHealthKeys(keys, now)
  const first: TypedKey[] = [
    ...keys.types.ofMirror(),
    [counter, 'string'],
    ...health.map((key) => [key, 'hash'] as const),
    ...(menuId === undefined ? [] : [[keys.menuItems(menuId), 'hash'] as const]),
  ]
  let moved = await moveForeign(redis, keys, first, now)
  // These keys list the others, so they are read after their types are corrected.
  const [languages, newest, waiting, active] = await Promise.all([
    redis.smembers(keys.languages),
    redis.zrevrange(keys.runs, 0, newestRuns - 1),
    redis.smembers(keys.waitingRuns),
    redis.get(keys.activeRun),
  ])
  // Only these runs continue to count.
  const counting = new Set([...waiting, ...runs, ...(active === null ? [] : [active])])
  const others = [
    ...[...new Set([...languages, ...more])].flatMap((language) => keys.types.ofLanguage(language)),
    ...[...new Set([...newest, ...counting])].flatMap((id) => keys.types.ofRun(id)),
  ]
  const counters = [...counting].map((id) => keys.progress(id))
  const numbers = [keys.formats, keys.parents, keys.staleListings, keys.fileUses, ...counters, ...health]
  moved = [
    ...moved,
    ...(await moveForeign(redis, keys, others, now)),
    ...(await moveWrongNumbers(redis, keys, numbers)),
  ]
  // Only processes with the current key layout store a layout version.
  if (moved.some((what) => what.startsWith(`${keys.formats} `)))
    await redis.hsetnx(keys.formats, 'keys', keysVersion)
  const limits = await moveWrongLimits(redis, keys, now)
  const locks = [
    ...(active === null ? [] : await releaseUnreadable(redis, keys, active, now)),
    ...(await forgetLostProductRuns(redis, keys)),
  ]
  return [...moved, ...limits, ...locks]
}

async function moveForeign(
  redis: Redis,
  keys: Keys,
  typed: readonly TypedKey[],
  now: number,
): Promise<string[]> {
  if (typed.length === 0) return []
  const pipeline = redis.pipeline()
  for (const [key] of typed) pipeline.type(key)
  const types = await execute(pipeline)
  const moved: string[] = []
  for (const [index, [key, wanted]] of typed.entries()) {
    const found = String(types[index])
    if (found === 'none' || found === wanted) continue
    const aside = keys.movedAway(key, now)
    if (await moveKeyAway.run(redis, [key, aside], [found]))
      moved.push(`${key} held a ${found} instead of a ${wanted}; it was moved to ${aside}`)
  }
  return moved
}

/** Numbers that whole runs depend on, or that are incremented. */
async function moveWrongNumbers(redis: Redis, keys: Keys, hashes: readonly string[]): Promise<string[]> {
  const pipeline = redis.pipeline()
  for (const key of hashes) pipeline.hgetall(key)
  const found = (await execute(pipeline)) as Record<string, string>[]
  const moved: string[] = []
  for (const [index, key] of hashes.entries()) {
    for (const [field, text] of Object.entries(found[index] ?? {})) {
      if (/^\d{1,15}$/.test(text)) continue
      if (await moveFieldAway.run(redis, [keys.damaged, key], [field, text]))
        moved.push(`${key} ${field} was not a number; it was moved to ${keys.damaged}`)
    }
  }
  return moved
}

/** Limits that would stop the mirror permanently. */
async function moveWrongLimits(redis: Redis, keys: Keys, now: number): Promise<string[]> {
  const wrong = new Map<string, string>()
  await readLimits(redis, keys, ['partner', 'cms'], (key, text) => wrong.set(key, text))
  const moved: string[] = []
  for (const [key, text] of wrong) {
    const aside = keys.movedAway(key, now)
    // It may have ended in the meantime.
    if (!(await moveKeyAway.run(redis, [key, aside], ['string']))) continue
    moved.push(`${key} held no possible end of a limit (${text.slice(0, 40)}); it was moved to ${aside}`)
  }
  return moved
}

/** Releases the lock of a run that does not exist or cannot be read. */
async function releaseUnreadable(redis: Redis, keys: Keys, runId: string, now: number): Promise<string[]> {
  const key = keys.run(runId)
  const fields = await redis.hgetall(key)
  const isLost = fields['id'] === undefined
  if (!isLost && unlessDamaged(() => decodeRun(fields, key)) !== undefined) return []
  const aside = keys.movedAway(key, now)
  if (!(await releaseLock.run(redis, [keys.activeRun, key, aside], [runId]))) return []
  return [
    isLost
      ? `${keys.activeRun} named run ${runId}, which does not exist; the lock was released`
      : `the active run ${key} cannot be read; it was moved to ${aside} and its lock was released`,
  ]
}

/** A missing product run would block every verify and undo. */
async function forgetLostProductRuns(redis: Redis, keys: Keys): Promise<string[]> {
  const lost: string[] = []
  for (const runId of await redis.smembers(keys.productRuns)) {
    const fields = await redis.hgetall(keys.run(runId))
    const found = unlessDamaged(() => decodeRun(fields, keys.run(runId)))
    if (found !== undefined && activeStates.includes(found.state)) continue
    if ((await redis.srem(keys.productRuns, runId)) === 1)
      lost.push(
        `${keys.productRuns} named run ${runId}, which is not active or cannot be read; it was removed`,
      )
  }
  return lost
}
