import type { Redis } from 'ioredis'
import { z } from 'zod'
import { recordId } from '../../core/record/record.ts'
import type { Runs } from '../../sync/ports/runs.ts'
import { activeStates, isAlone, isWaiting, RunState, type Run } from '../../core/run/run.ts'
import { defineScript } from '../lua/script.ts'
import { createCatalogs } from './catalogs.ts'
import { execute } from '../redis/execute.ts'
import { pruneRuns } from './prune-runs.ts'
import { refuseNewerFormats } from '../versions/formats.ts'
import type { Keys } from '../redis/keys.ts'
import { scanHash, setFields } from '../redis/hash.ts'
import {
  storeBegun,
  storeChange,
  storeHeld,
  storeProductRun,
  storeResumed,
  type Departure,
} from './run-transitions.ts'
import { outcomeShape } from '../formats/shapes/plan.ts'
import { decodeRun, decodeState, encodeRun } from '../formats/shapes/run.ts'
import { toCount, unlessDamaged } from '../formats/stored.ts'

const countUp = defineScript('runs/count-up', z.int())
/** A counter is of one day. */
const counterSeconds = 2 * 24 * 3600

/** Run reports, of which `mostKept` are kept, their outcomes, and the lock that allows one active run per mirror. */
export function createRuns(redis: Redis, keys: Keys, mostKept?: number): Runs {
  const read = async (runId: string): Promise<Run | undefined> => {
    const fields = await redis.hgetall(keys.run(runId))
    return fields['id'] === undefined ? undefined : decodeRun(fields, keys.run(runId))
  }
  /** The readable runs: a damaged one must not hide the list. */
  const readAll = async (ids: readonly string[]): Promise<Run[]> => {
    const stored = await Promise.all(ids.map((id) => redis.hgetall(keys.run(id))))
    return stored.flatMap((fields, index) => {
      if (fields['id'] === undefined) return []
      return unlessDamaged(() => decodeRun(fields, keys.run(ids[index] ?? ''))) ?? []
    })
  }

  return {
    read,

    async state(runId) {
      const json = await redis.hget(keys.run(runId), 'state')
      return json === null ? undefined : decodeState(json, keys.run(runId))
    },

    async nextId(now) {
      const day = now.toISOString().slice(0, 10)
      for (;;) {
        const id = `${day}-${await countUp.run(redis, [keys.runCounter(day)], [counterSeconds])}`
        // A lost counter restarts, and existing runs keep their ids.
        if ((await redis.exists(keys.run(id))) === 0) return id
      }
    },

    async begin(run) {
      // Another process may have been upgraded after this one was started.
      await refuseNewerFormats(redis, keys)
      const time = Date.parse(run.createdAt)
      const begun = { time, fields: encodeRun(run), alone: isAlone(run) }
      if (!(await storeBegun({ redis, keys }, run.id, begun))) return false
      await pruneRuns(redis, keys, { now: time, mostKept })
      return true
    },

    async beginProducts(run) {
      await refuseNewerFormats(redis, keys)
      const time = Date.parse(run.createdAt)
      for (;;) {
        const beside = (await redis.get(keys.activeRun)) ?? ''
        const active = beside === '' ? undefined : await read(beside)
        if (beside !== '' && (active === undefined || isAlone(active))) return false
        const begun = { time, fields: encodeRun(run), beside }
        if (!(await storeProductRun({ redis, keys }, run.id, begun))) continue
        await pruneRuns(redis, keys, { now: time, mostKept })
        return true
      }
    },

    async products() {
      return (await redis.smembers(keys.productRuns)).sort()
    },

    async resume(runId, patch) {
      await refuseNewerFormats(redis, keys)
      return storeResumed({ redis, keys }, runId, encodeRun({ ...patch, state: 'writing' }))
    },

    hold: (run) =>
      storeHeld({ redis, keys }, run.id, { time: Date.parse(run.createdAt), fields: encodeRun(run) }),

    async activeId() {
      return (await redis.get(keys.activeRun)) ?? undefined
    },

    async list(limit) {
      return readAll(await redis.zrevrange(keys.runs, 0, limit - 1))
    },

    async waiting() {
      const runs = await readAll(await redis.smembers(keys.waitingRuns))
      return runs.sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1))
    },

    async update(runId, patch, from = RunState.options) {
      const departure = departureOf(patch.state)
      const changed = await storeChange({ redis, keys }, runId, { fields: encodeRun(patch), from, departure })
      return changed ? read(runId) : undefined
    },

    async advance(runId, counts) {
      const pipeline = redis.pipeline()
      for (const [name, by] of Object.entries(counts))
        if (by !== 0) pipeline.hincrby(keys.progress(runId), name, by)
      if (pipeline.length > 0) await execute(pipeline)
    },

    async setProgress(runId, counts) {
      await redis.hset(keys.progress(runId), counts)
    },

    async progress(runId) {
      const all = await redis.hgetall(keys.progress(runId))
      return Object.fromEntries(Object.entries(all).map(([name, count]) => [name, toCount(count)]))
    },

    async saveOutcomes(runId, outcomes) {
      const fields = outcomes.map((outcome) => [recordId(outcome), outcomeShape.encode(outcome)] as const)
      await setFields(redis, keys.outcomes(runId), fields)
    },

    scanOutcomes(runId) {
      const key = keys.outcomes(runId)
      return scanHash(redis, key, (field, text) => outcomeShape.tryDecode(text, { key, field }))
    },

    ...createCatalogs(redis, keys),
  }
}

function departureOf(state: RunState | undefined): Departure {
  if (state === undefined || activeStates.includes(state)) return 'none'
  return isWaiting({ state }) ? 'waits' : 'ends'
}
