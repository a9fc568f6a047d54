import type { ChainableCommander, Redis } from 'ioredis'
import { recordId } from '../../core/record/record.ts'
import type { Resynced } from '../../sync/ports/leases.ts'
import { readTexts, removeFields } from '../redis/hash.ts'
import type { Keys } from '../redis/keys.ts'

/** Only what a product run does beside an active run outdates a plan. */
const markScript = `if redis.call('sismember', KEYS[1], ARGV[1]) == 0 or redis.call('exists', KEYS[2]) == 0 then return 0 end
  for at = 2, #ARGV do redis.call('hset', KEYS[3], ARGV[at], ARGV[1]) end
  return 1`

/** Adds the command that notes records as synced by this run, if it is a product run beside another one. */
export function markResynced(
  commands: ChainableCommander,
  keys: Keys,
  runId: string,
  ids: readonly string[],
): void {
  if (ids.length === 0) return
  commands.eval(markScript, 3, keys.productRuns, keys.activeRun, keys.resynced, runId, ...ids)
}

/** The records that product runs have synced while another run is active; the lock is released with them. */
export function createResynced(redis: Redis, keys: Keys): Resynced {
  return {
    async mark(runId, records) {
      if (records.length === 0) return
      const touched = [keys.productRuns, keys.activeRun, keys.resynced]
      await redis.eval(markScript, touched.length, ...touched, runId, ...records.map(recordId))
    },

    async read(records) {
      const found = await readTexts(redis, keys.resynced, records.map(recordId))
      return found.map((runId) => runId ?? undefined)
    },

    async forget(records) {
      await removeFields(redis, keys.resynced, records.map(recordId))
    },
  }
}
