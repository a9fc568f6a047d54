import type { Redis } from 'ioredis'
import { activeStates } from '../../core/record/run.ts'
import { execute } from '../redis/execute.ts'
import type { Keys } from '../redis/keys.ts'

const keptMs = 90 * 24 * 3600 * 1000
/** The newest runs that have ended are kept whatever their age, so that a mirror that rests keeps its last words. */
const alwaysKept = 20
const mostKept = 5_000

/** Runs forgotten at once: the work of each begin stays small, however much has gathered. */
const atOnce = 20

const unended = new Set([...activeStates, 'held', 'planned'].map((state) => JSON.stringify(state)))

/** Forgets a few of the oldest runs with all that belongs to them: those older than 90 days or beyond 5 000; `now` in ms. */
export async function forgetRuns(redis: Redis, keys: Keys, now: number): Promise<void> {
  const [oldest, count] = await Promise.all([
    redis.zrange(keys.runs, 0, String(atOnce - 1), 'WITHSCORES'),
    redis.zcard(keys.runs),
  ])
  const candidates: string[] = []
  for (let at = 0; at < oldest.length; at += 2) {
    const tooOld = Number(oldest[at + 1]) < now - keptMs
    if (tooOld || count - at / 2 > mostKept) candidates.push(oldest[at] ?? '')
  }
  if (candidates.length === 0) return
  const kept = await readKept(redis, keys)
  const forgotten = candidates.filter((runId) => !kept.has(runId))
  if (forgotten.length === 0) return
  const transaction = redis.multi().zrem(keys.runs, ...forgotten)
  transaction.srem(keys.waitingRuns, ...forgotten)
  await execute(transaction.unlink(...forgotten.flatMap((runId) => keys.ofRun(runId))))
}

/** The newest ended runs, and what is newer than the last of them: runs at work and held ones are among these. */
async function readKept(redis: Redis, keys: Keys): Promise<Set<string>> {
  const kept = new Set<string>()
  let ended = 0
  for (let offset = 0; ended < alwaysKept; offset += alwaysKept) {
    const ids = await redis.zrevrange(keys.runs, offset, offset + alwaysKept - 1)
    if (ids.length === 0) break
    const pipeline = redis.pipeline()
    for (const runId of ids) pipeline.hget(keys.run(runId), 'state')
    const states = await execute(pipeline)
    for (const [index, runId] of ids.entries()) {
      if (ended >= alwaysKept) break
      kept.add(runId)
      if (!unended.has(String(states[index]))) ended++
    }
  }
  return kept
}
