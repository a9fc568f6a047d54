import type { Redis } from 'ioredis'
import { execute } from '../redis/execute.ts'
import type { Keys } from '../redis/keys.ts'

type Store = { redis: Redis; keys: Keys }

/** A run's fields, each as JSON. */
export type RunFields = Readonly<Record<string, string>>

/** The effect of a change on the lock and the plan: none, the run waits with its plan, or the run has ended. */
export type Departure = 'none' | 'waits' | 'ends'

const planSeconds = 7 * 24 * 3600

// Each transition is one script: a crash in between would leave a lock that is never released.

const beginScript = `if ARGV[3] == 'alone' and redis.call('scard', KEYS[4]) > 0 then return 0 end
  if not redis.call('set', KEYS[1], ARGV[1], 'NX') then return 0 end
  redis.call('hset', KEYS[2], unpack(ARGV, 4))
  redis.call('zadd', KEYS[3], ARGV[2], ARGV[1])
  return 1`

/**
 * Takes the lock and stores the run, `time` in milliseconds. False if another run holds the lock, or if product runs
 * are active and this one must be `alone`.
 */
export async function storeBegun(
  { redis, keys }: Store,
  runId: string,
  { time, fields, alone }: { time: number; fields: RunFields; alone: boolean },
): Promise<boolean> {
  const touched = [keys.activeRun, keys.run(runId), keys.runs, keys.productRuns]
  const settings = [runId, time, alone ? 'alone' : 'beside', ...Object.entries(fields).flat()]
  return (await redis.eval(beginScript, touched.length, ...touched, ...settings)) === 1
}

const beginProductScript = `if (redis.call('get', KEYS[1]) or '') ~= ARGV[3] then return 0 end
  redis.call('sadd', KEYS[4], ARGV[1])
  redis.call('hset', KEYS[2], unpack(ARGV, 4))
  redis.call('zadd', KEYS[3], ARGV[2], ARGV[1])
  return 1`

/** Stores a product run. False if the lock has another holder than the one that was read (`''` for none). */
export async function storeProductRun(
  { redis, keys }: Store,
  runId: string,
  { time, fields, beside }: { time: number; fields: RunFields; beside: string },
): Promise<boolean> {
  const touched = [keys.activeRun, keys.run(runId), keys.runs, keys.productRuns]
  const settings = [runId, time, beside, ...Object.entries(fields).flat()]
  return (await redis.eval(beginProductScript, touched.length, ...touched, ...settings)) === 1
}

/** Stores a run that waits with its plan, `time` in milliseconds. */
export async function storeHeld(
  { redis, keys }: Store,
  runId: string,
  { time, fields }: { time: number; fields: RunFields },
): Promise<void> {
  const transaction = redis.multi().hset(keys.run(runId), fields).zadd(keys.runs, time, runId)
  transaction.sadd(keys.waitingRuns, runId)
  for (const key of keys.planKeys(runId)) transaction.expire(key, planSeconds)
  await execute(transaction)
}

const resumeScript = `local state = redis.call('hget', KEYS[2], 'state')
  if state ~= '"held"' and state ~= '"planned"' then return 0 end
  if redis.call('hget', KEYS[2], 'kind') ~= '"sync"' and redis.call('hget', KEYS[2], 'kind') ~= '"plan"'
    and redis.call('scard', KEYS[4]) > 0 then return 0 end
  if not redis.call('set', KEYS[1], ARGV[1], 'NX') then return 0 end
  redis.call('hset', KEYS[2], unpack(ARGV, 2))
  redis.call('srem', KEYS[3], ARGV[1])
  for i = 5, #KEYS do redis.call('persist', KEYS[i]) end
  return 1`

/**
 * Takes the lock for a waiting run, changes it and keeps its plan. False if it is not waiting, the lock is held, or
 * product runs are active and this run is not a sync.
 */
export async function storeResumed(
  { redis, keys }: Store,
  runId: string,
  fields: RunFields,
): Promise<boolean> {
  const around = [keys.activeRun, keys.run(runId), keys.waitingRuns, keys.productRuns]
  const touched = [...around, keys.catalog(runId), ...keys.planKeys(runId)]
  const flat = Object.entries(fields).flat()
  return (await redis.eval(resumeScript, touched.length, ...touched, runId, ...flat)) === 1
}

// The states are one JSON string, so that a quoted state matches only as a whole.
const changeScript = `local state = redis.call('hget', KEYS[1], 'state')
  if not state or not string.find(ARGV[1], state, 1, true) then return 0 end
  redis.call('hset', KEYS[1], unpack(ARGV, 5))
  if ARGV[2] == 'none' then return 1 end
  if redis.call('get', KEYS[2]) == ARGV[3] then redis.call('del', KEYS[2]) end
  redis.call(ARGV[2] == 'waits' and 'sadd' or 'srem', KEYS[3], ARGV[3])
  redis.call('srem', KEYS[4], ARGV[3])
  for i = 5, #KEYS do
    if ARGV[2] == 'ends' then redis.call('unlink', KEYS[i]) else redis.call('expire', KEYS[i], ARGV[4]) end
  end
  return 1`

/** Changes a run in one of the states `from`, with its lock and plan; false if it is in another state. */
export async function storeChange(
  { redis, keys }: Store,
  runId: string,
  { fields, from, departure }: { fields: RunFields; from: readonly string[]; departure: Departure },
): Promise<boolean> {
  const around = [keys.run(runId), keys.activeRun, keys.waitingRuns, keys.productRuns]
  const touched = [...around, keys.catalog(runId), ...keys.planKeys(runId)]
  const settings = [JSON.stringify(from), departure, runId, planSeconds]
  const flat = Object.entries(fields).flat()
  return (await redis.eval(changeScript, touched.length, ...touched, ...settings, ...flat)) === 1
}
