import type { Redis } from 'ioredis'
import { recordId } from '../core/record.ts'
import type { Outcome } from '../core/change.ts'
import type { Runs } from '../sync/ports/runs.ts'
import { activeStates, isWaiting, Run, RunState } from '../sync/run.ts'
import { createCatalogs } from './catalogs.ts'
import { execute } from './execute.ts'
import { forgetRuns } from './forget-runs.ts'
import type { Keys } from './keys.ts'
import { storeBegun, storeChange, storeResumed, type Departure } from './run-steps.ts'

/** Run reports, their outcomes, and the lock that lets one run at a time work on a mirror. */
export function createRuns(redis: Redis, keys: Keys): Runs {
  const read = async (runId: string): Promise<Run | undefined> => {
    const fields = await redis.hgetall(keys.run(runId))
    if (fields['id'] === undefined) return undefined
    return Run.parse(
      Object.fromEntries(Object.entries(fields).map(([name, json]) => [name, JSON.parse(json)])),
    )
  }

  return {
    read,

    async state(runId) {
      const json = await redis.hget(keys.run(runId), 'state')
      return json === null ? undefined : RunState.parse(JSON.parse(json))
    },

    async nextId(now) {
      const day = now.toISOString().slice(0, 10)
      const count = await redis.incr(keys.runCounter(day))
      await redis.expire(keys.runCounter(day), 2 * 24 * 3600)
      return `${day}-${count}`
    },

    async begin(run) {
      const time = Date.parse(run.createdAt)
      if (!(await storeBegun(redis, keys, run.id, time, toFields(run)))) return false
      await forgetRuns(redis, keys, time)
      return true
    },

    resume: (runId, patch) => storeResumed(redis, keys, runId, toFields({ ...patch, state: 'writing' })),

    async activeId() {
      return (await redis.get(keys.activeRun)) ?? undefined
    },

    async list(limit) {
      const ids = await redis.zrevrange(keys.runs, 0, limit - 1)
      const runs = await Promise.all(ids.map(read))
      return runs.filter((run) => run !== undefined)
    },

    async waiting() {
      const runs = await Promise.all((await redis.smembers(keys.waitingRuns)).map(read))
      return runs.filter((run) => run !== undefined).sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1))
    },

    async update(runId, patch, from = RunState.options) {
      const departure = departureOf(patch.state)
      const changed = await storeChange(redis, keys, runId, toFields(patch), { from, departure })
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
      return Object.fromEntries(Object.entries(all).map(([name, count]) => [name, Number(count)]))
    },

    async saveOutcomes(runId, outcomes) {
      if (outcomes.length === 0) return
      await redis.hset(
        keys.outcomes(runId),
        Object.fromEntries(outcomes.map((outcome) => [recordId(outcome), JSON.stringify(outcome)])),
      )
    },

    async *scanOutcomes(runId) {
      let cursor = '0'
      do {
        const [next, flat] = await redis.hscan(keys.outcomes(runId), cursor, 'COUNT', 500)
        cursor = next
        const page = flat.filter((_, index) => index % 2 === 1).map((text) => JSON.parse(text) as Outcome)
        if (page.length > 0) yield page
      } while (cursor !== '0')
    },

    ...createCatalogs(redis, keys),
  }
}

function departureOf(state: RunState | undefined): Departure {
  if (state === undefined || activeStates.includes(state)) return 'none'
  return isWaiting({ state }) ? 'waits' : 'ends'
}

function toFields(patch: Partial<Run>): Record<string, string> {
  return Object.fromEntries(Object.entries(patch).map(([name, value]) => [name, JSON.stringify(value)]))
}
