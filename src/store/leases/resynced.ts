import type { ChainableCommander, Redis } from 'ioredis'
import { recordId } from '../../core/record/record.ts'
import type { Resynced } from '../../sync/ports/leases.ts'
import { readTexts, removeFields } from '../redis/hash.ts'
import type { Keys } from '../redis/keys.ts'

/**
 * A product run makes the plan of the run with the lock outdated, and every run does so for waiting plans. Marks are
 * removed with their plan. ARGV: the run, the key of its marks with `*` for the id of a run, the same for plans, then
 * the records.
 */
const markScript = `local by = ARGV[1]
  local function mark(id, waits)
    if not id or id == by then return end
    local left = redis.call('pttl', (ARGV[3]:gsub('*', id)))
    if waits and left == -2 then return end
    local marks = ARGV[2]:gsub('*', id)
    for at = 4, #ARGV do redis.call('hset', marks, ARGV[at], by) end
    if left > 0 then redis.call('pexpire', marks, math.max(1, math.ceil(left))) end
  end
  if redis.call('sismember', KEYS[1], by) == 1 then mark(redis.call('get', KEYS[2]), false) end
  for _, id in ipairs(redis.call('smembers', KEYS[3])) do mark(id, true) end
  return 1`

/** Adds the command that marks records as synced by this run, for the plans that are now outdated. */
export function markResynced(
  commands: ChainableCommander,
  keys: Keys,
  runId: string,
  ids: readonly string[],
): void {
  if (ids.length > 0) commands.eval(markScript, ...argumentsOf(keys, runId, ids))
}

function argumentsOf(keys: Keys, runId: string, ids: readonly string[]): [number, ...string[]] {
  const patterns = [keys.planResynced('*'), keys.planOrder('*')]
  return [3, keys.productRuns, keys.activeRun, keys.waitingRuns, runId, ...patterns, ...ids]
}

/** The records that other runs have synced since a plan was made. */
export function createResynced(redis: Redis, keys: Keys): Resynced {
  return {
    async mark(runId, records) {
      if (records.length > 0) await redis.eval(markScript, ...argumentsOf(keys, runId, records.map(recordId)))
    },

    async read(runId, records) {
      const found = await readTexts(redis, keys.planResynced(runId), records.map(recordId))
      return found.map((by) => by ?? undefined)
    },

    async forget(runId, records) {
      await removeFields(redis, keys.planResynced(runId), records.map(recordId))
    },
  }
}
