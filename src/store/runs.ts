import type { Redis } from 'ioredis'
import { recordId } from '../core/record.ts'
import type { Outcome } from '../core/change.ts'
import type { Runs } from '../sync/ports.ts'
import { activeStates, Run, RunState } from '../sync/run.ts'
import { execute } from './execute.ts'
import type { Keys } from './keys.ts'

const keptRuns = 200
const planSeconds = 7 * 24 * 3600

/** Sets fields of a run that exists and is in one of the given states; answers 1 if it did. */
const updateScript = `local state = redis.call('hget', KEYS[1], 'state')
  if not state then return 0 end
  for _, allowed in ipairs(cjson.decode(ARGV[1])) do
    if state == '"' .. allowed .. '"' then redis.call('hset', KEYS[1], unpack(ARGV, 2)) return 1 end
  end
  return 0`

const releaseScript = `if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end`

/** Run reports, their outcomes, and the lock that lets one run at a time work on a mirror. */
export function createRuns(redis: Redis, keys: Keys): Runs {
  const read = async (runId: string): Promise<Run | undefined> => {
    const fields = await redis.hgetall(keys.run(runId))
    if (fields['id'] === undefined) return undefined
    return Run.parse(
      Object.fromEntries(Object.entries(fields).map(([name, json]) => [name, JSON.parse(json)])),
    )
  }
  /** Only the run that holds the lock may give it back. */
  const release = async (runId: string): Promise<void> => {
    await redis.eval(releaseScript, 1, keys.activeRun, runId)
  }

  /** A run that is not at work gives the lock back; an ended one drops its plan, a waiting one lets it expire. */
  const leave = async (runId: string, state: RunState): Promise<void> => {
    await release(runId)
    const plan = [keys.plan(runId), keys.planOrder(runId), keys.planAssets(runId)]
    if (state !== 'held' && state !== 'planned') {
      await redis.del(...plan, keys.catalog(runId))
      return
    }
    const pipeline = redis.pipeline()
    for (const key of plan) pipeline.expire(key, planSeconds)
    await execute(pipeline)
  }

  return {
    read,

    async nextId(now) {
      const day = now.toISOString().slice(0, 10)
      const count = await redis.incr(keys.runCounter(day))
      await redis.expire(keys.runCounter(day), 2 * 24 * 3600)
      return `${day}-${count}`
    },

    async begin(run) {
      if ((await redis.set(keys.activeRun, run.id, 'NX')) === null) return false
      const [oldest] = await redis.zrange(keys.runs, 0, String(-keptRuns))
      const transaction = redis
        .multi()
        .hset(keys.run(run.id), toFields(run))
        .zadd(keys.runs, Date.parse(run.createdAt), run.id)
      if (oldest !== undefined) {
        transaction
          .zrem(keys.runs, oldest)
          .del(keys.run(oldest), keys.outcomes(oldest), keys.progress(oldest))
      }
      await execute(transaction)
      return true
    },

    async resume(runId) {
      return (await redis.set(keys.activeRun, runId, 'NX')) !== null
    },

    async activeId() {
      return (await redis.get(keys.activeRun)) ?? undefined
    },

    async list(limit) {
      const ids = await redis.zrevrange(keys.runs, 0, limit - 1)
      const runs = await Promise.all(ids.map(read))
      return runs.filter((run) => run !== undefined)
    },

    async update(runId, patch, from = RunState.options) {
      const fields = Object.entries(toFields(patch)).flat()
      const changed = await redis.eval(updateScript, 1, keys.run(runId), JSON.stringify(from), ...fields)
      if (changed !== 1) return undefined
      if (patch.state !== undefined && !activeStates.includes(patch.state)) await leave(runId, patch.state)
      return read(runId)
    },

    async advance(runId, counts) {
      const pipeline = redis.pipeline()
      for (const [name, by] of Object.entries(counts))
        if (by !== 0) pipeline.hincrby(keys.progress(runId), name, by)
      if (pipeline.length > 0) await execute(pipeline)
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

    async saveCatalog(runId, gtins) {
      await redis.del(keys.catalog(runId))
      for (let i = 0; i < gtins.length; i += 5000)
        await redis.sadd(keys.catalog(runId), ...gtins.slice(i, i + 5000))
    },

    async inCatalog(runId, gtins) {
      return (await redis.smismember(keys.catalog(runId), ...gtins)).map((found) => found === 1)
    },
  }
}

function toFields(patch: Partial<Run>): Record<string, string> {
  return Object.fromEntries(Object.entries(patch).map(([name, value]) => [name, JSON.stringify(value)]))
}
