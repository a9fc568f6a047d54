import type { Redis } from 'ioredis'
import type { Outcome } from '../../core/run/change.ts'
import { z } from 'zod'
import { RunState, activeStates, isAlone, isWaiting, type Run } from '../../core/run/run.ts'
import { defineScript } from '../lua/script.ts'
import { createCatalogs } from './catalogs.ts'
import { execute } from '../redis/execute.ts'
import { pruneRuns } from './prune-runs.ts'
import { refuseNewerFormats } from '../versions/check-formats.ts'
import type { Keys } from '../redis/keys.ts'
import { scanHash } from '../redis/hash.ts'
import { saveOutcomes } from './run-indexes.ts'
import {
  storeBegun,
  storeChange,
  storeHeld,
  storeProductRun,
  storeResumed,
  type Departure,
} from './run-transitions.ts'
import { outcomeShape } from '../formats/shapes/plan.ts'
import {
  decodeFacts,
  decodeRun,
  decodeState,
  encodeRun,
  runFactNames,
  type RunFacts,
} from '../formats/shapes/run.ts'
import { toCount, unlessDamaged } from '../formats/define-shape.ts'

const countUp = defineScript('runs/count-up', z.int())
/** A counter is of one day. */
const counterSeconds = 2 * 24 * 3600
/** Runs per round trip of a walk. */
const runsRead = 100
/** Runs whose decoded form is kept. */
const mostDecoded = 500
/** Only a few fields of each are read. */
const factsRead = 500

/** Run reports, of which `mostKept` are kept, their outcomes, and the lock that allows one active run per mirror. */
export function createRuns(redis: Redis, keys: Keys, mostKept?: number) {
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

  /** The last listed runs. Most have ended, and decoding takes far longer than the comparison with the stored fields. */
  const decoded = new Map<string, { fields: Record<string, string>; run: Run }>()
  const readListed = async (ids: readonly string[]): Promise<Run[]> => {
    const stored = await Promise.all(ids.map((id) => redis.hgetall(keys.run(id))))
    const listed = stored.flatMap((fields, index) => {
      const id = ids[index] ?? ''
      if (fields['id'] === undefined) return []
      const known = decoded.get(id)
      if (known !== undefined && isSame(known.fields, fields)) return { id, ...known }
      const run = unlessDamaged(() => decodeRun(fields, keys.run(id)))
      return run === undefined ? [] : { id, fields, run }
    })
    for (const { id, fields, run } of listed) decoded.set(id, { fields, run })
    for (const id of [...decoded.keys()].slice(0, Math.max(0, decoded.size - mostDecoded))) decoded.delete(id)
    return listed.map(({ run }) => run)
  }

  return {
    read,

    async state(runId: string): Promise<RunState | undefined> {
      const json = await redis.hget(keys.run(runId), 'state')
      return json === null ? undefined : decodeState(json, keys.run(runId))
    },

    /** A new id such as `2026-11-20-3`. */
    async nextId(now: Date): Promise<string> {
      const day = now.toISOString().slice(0, 10)
      for (;;) {
        const id = `${day}-${await countUp.run(redis, [keys.runCounter(day)], [counterSeconds])}`
        // A lost counter restarts, and existing runs keep their ids.
        if ((await redis.exists(keys.run(id))) === 0) return id
      }
    },

    /**
     * Takes the mirror's lock and stores the run. False if another run holds the lock, or if an active product run
     * excludes this one.
     */
    async begin(run: Run): Promise<boolean> {
      // Another process may have been upgraded after this one was started.
      await refuseNewerFormats(redis, keys)
      const time = Date.parse(run.createdAt)
      const begun = { time, fields: encodeRun(run), alone: isAlone(run) }
      if (!(await storeBegun({ redis, keys }, run.id, begun))) return false
      await pruneRuns(redis, keys, { now: time, mostKept })
      return true
    },

    /** Stores a product run, which runs in parallel with others. False if the run with the lock excludes it. */
    async beginProducts(run: Run): Promise<boolean> {
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

    /** The ids of the active product runs. */
    async products(): Promise<string[]> {
      return (await redis.smembers(keys.productRuns)).sort()
    },

    /**
     * Takes the lock for a held or planned run, changes it and sets it to writing. False if the lock is not available.
     */
    async resume(runId: string, patch: Partial<Run>): Promise<boolean> {
      await refuseNewerFormats(redis, keys)
      return storeResumed({ redis, keys }, runId, encodeRun({ ...patch, state: 'writing' }))
    },

    /** Stores a held run without the lock; its plan is already stored. */
    hold: (run: Run): Promise<void> =>
      storeHeld({ redis, keys }, run.id, { time: Date.parse(run.createdAt), fields: encodeRun(run) }),

    /** The run that holds the lock. */
    async activeId(): Promise<string | undefined> {
      return (await redis.get(keys.activeRun)) ?? undefined
    },

    /** Newest first. */
    async list(limit: number): Promise<Run[]> {
      return readListed(await redis.zrevrange(keys.runs, 0, limit - 1))
    },

    /** Every readable run, newest first. */
    async *walk(): AsyncIterable<Run> {
      for (let from = 0; ; from += runsRead) {
        const ids = await redis.zrevrange(keys.runs, from, from + runsRead - 1)
        yield* await readAll(ids)
        if (ids.length < runsRead) return
      }
    },

    /** The fields by which every readable run is filtered and compared, in groups, newest first. */
    async *walkFacts(): AsyncIterable<RunFacts[]> {
      for (let from = 0; ; from += factsRead) {
        const ids = await redis.zrevrange(keys.runs, from, from + factsRead - 1)
        const pipeline = redis.pipeline()
        for (const id of ids) pipeline.hmget(keys.run(id), 'v', ...runFactNames)
        const stored = ids.length === 0 ? [] : ((await execute(pipeline)) as (string | null)[][])
        yield stored.flatMap((values, index) => {
          const names = ['v', ...runFactNames]
          const fields = names.flatMap((name, at): [string, string][] => {
            const value = values[at] ?? null
            return value === null ? [] : [[name, value]]
          })
          const key = keys.run(ids[index] ?? '')
          return unlessDamaged(() => decodeFacts(Object.fromEntries(fields), key)) ?? []
        })
        if (ids.length < factsRead) return
      }
    },

    /** The readable ones of these runs, in this order. */
    readAll,

    /** The runs that wait for approval, held or planned; newest first. */
    async waiting(): Promise<Run[]> {
      const runs = await readAll(await redis.smembers(keys.waitingRuns))
      return runs.sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1))
    },

    /**
     * Changes a run in one of the states `from` (default: any); undefined if it is in another one. A state that is not
     * active releases the lock, and a final one drops the plan.
     */
    async update(
      runId: string,
      patch: Partial<Run>,
      from: readonly RunState[] = RunState.options,
    ): Promise<Run | undefined> {
      const departure = departureOf(patch.state)
      const changed = await storeChange({ redis, keys }, runId, { fields: encodeRun(patch), from, departure })
      return changed ? read(runId) : undefined
    },

    /**
     * Counters for progress and requests, approximate after a crash. `planned:de`, `changes:de` and `written:de` are the
     * share of one language.
     */
    async advance(runId: string, counts: Readonly<Record<string, number>>): Promise<void> {
      const pipeline = redis.pipeline()
      for (const [name, by] of Object.entries(counts))
        if (by !== 0) pipeline.hincrby(keys.progress(runId), name, by)
      if (pipeline.length > 0) await execute(pipeline)
    },

    /** Sets counters such as totals, whatever their earlier value. */
    async setProgress(runId: string, counts: Readonly<Record<string, number>>): Promise<void> {
      await redis.hset(keys.progress(runId), counts)
    },

    async progress(runId: string): Promise<Record<string, number>> {
      const all = await redis.hgetall(keys.progress(runId))
      return Object.fromEntries(Object.entries(all).map(([name, count]) => [name, toCount(count)]))
    },

    async saveOutcomes(runId: string, outcomes: readonly Outcome[]): Promise<void> {
      if (outcomes.length > 0) await execute(saveOutcomes(redis.multi(), keys, runId, outcomes))
    },

    /** Outcomes of records other than simply unchanged ones, some hundred at a time. */
    scanOutcomes(runId: string): AsyncIterable<Outcome[]> {
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

function isSame(one: Readonly<Record<string, string>>, other: Readonly<Record<string, string>>): boolean {
  const names = Object.keys(one)
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name])
}
