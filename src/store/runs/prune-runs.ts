import type { Redis } from 'ioredis'
import { activeStates, waitingStates } from '../../core/run/run.ts'
import { execute } from '../redis/execute.ts'
import type { Keys } from '../redis/keys.ts'

const keptMs = 90 * 24 * 3600 * 1000
/** The newest ended runs are kept at any age, so that an idle mirror keeps its last reports. */
const alwaysKept = 20

/** The number of runs deleted at once, so that starting a run stays cheap. */
const atOnce = 20

const unended = new Set([...activeStates, ...waitingStates].map((state) => JSON.stringify(state)))

/** Deletes a few of the oldest runs with all their data: those older than 90 days or beyond `mostKept`; `now` in ms. */
export async function pruneRuns(
  redis: Redis,
  keys: Keys,
  { now, mostKept = 5_000 }: { now: number; mostKept?: number | undefined },
): Promise<void> {
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
  const pruned = candidates.filter((runId) => !kept.has(runId))
  if (pruned.length === 0) return
  const transaction = redis.multi().zrem(keys.runs, ...pruned)
  transaction.srem(keys.waitingRuns, ...pruned)
  const left = pruned.flatMap((runId) => keys.types.ofRun(runId))
  await execute(transaction.unlink(...left.map(([key]) => key)))
}

/** The newest ended runs and all newer ones, including active and held runs. */
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
