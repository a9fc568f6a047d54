import type { Redis } from 'ioredis'
import { defineScript, hadEffect } from '../lua/script.ts'
import { execute } from '../redis/execute.ts'
import type { Keys } from '../redis/keys.ts'

type Store = { redis: Redis; keys: Keys }

/** A run's fields, each as JSON. */
export type RunFields = Readonly<Record<string, string>>

/** The effect of a change on the lock and the plan: none, the run waits with its plan, or the run has ended. */
export type Departure = 'none' | 'waits' | 'ends'

/** How long a waiting plan is kept. */
export const planSeconds = 7 * 24 * 3600

/** The keys that expire with a waiting plan, and end with the run. */
function waitingKeys(keys: Keys, runId: string): string[] {
  return [keys.catalog(runId), keys.runIndex(runId), ...keys.planKeys(runId)]
}

// Each transition is one script: a crash in between would leave a lock that is never released.
const beginRun = defineScript('runs/begin-run', hadEffect)
const beginProductRun = defineScript('runs/begin-product-run', hadEffect)
const resumeRun = defineScript('runs/resume-run', hadEffect)
const changeRun = defineScript('runs/change-run', hadEffect)

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
  return beginRun.run(redis, touched, settings)
}

/** Stores a product run. False if the lock has another holder than the one that was read (`''` for none). */
export async function storeProductRun(
  { redis, keys }: Store,
  runId: string,
  { time, fields, beside }: { time: number; fields: RunFields; beside: string },
): Promise<boolean> {
  const touched = [keys.activeRun, keys.run(runId), keys.runs, keys.productRuns]
  const settings = [runId, time, beside, ...Object.entries(fields).flat()]
  return beginProductRun.run(redis, touched, settings)
}

/** Stores a run that waits with its plan, `time` in milliseconds. */
export async function storeHeld(
  { redis, keys }: Store,
  runId: string,
  { time, fields }: { time: number; fields: RunFields },
): Promise<void> {
  const transaction = redis.multi().hset(keys.run(runId), fields).zadd(keys.runs, time, runId)
  transaction.sadd(keys.waitingRuns, runId)
  for (const key of waitingKeys(keys, runId)) transaction.expire(key, planSeconds)
  await execute(transaction)
}

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
  const touched = [...around, ...waitingKeys(keys, runId)]
  return resumeRun.run(redis, touched, [runId, ...Object.entries(fields).flat()])
}

/** Changes a run in one of the states `from`, with its lock and plan; false if it is in another state. */
export async function storeChange(
  { redis, keys }: Store,
  runId: string,
  { fields, from, departure }: { fields: RunFields; from: readonly string[]; departure: Departure },
): Promise<boolean> {
  const around = [keys.run(runId), keys.activeRun, keys.waitingRuns, keys.productRuns]
  const touched = [...around, ...waitingKeys(keys, runId)]
  const settings = [JSON.stringify(from), departure, runId, planSeconds]
  return changeRun.run(redis, touched, [...settings, ...Object.entries(fields).flat()])
}
