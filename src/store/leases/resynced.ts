import type { ChainableCommander, Redis } from 'ioredis'
import { recordId } from '../../core/record/record.ts'
import type { Resynced } from '../../sync/ports/leases.ts'
import { defineScript, nothing } from '../lua/script.ts'
import { readTexts, removeFields } from '../redis/hash.ts'
import type { Keys } from '../redis/keys.ts'

const markRecords = defineScript('leases/mark-resynced', nothing)

/** Adds the command that marks records as synced by this run, for the plans that are now outdated. */
export function markResynced(
  commands: ChainableCommander,
  keys: Keys,
  runId: string,
  ids: readonly string[],
): void {
  if (ids.length > 0) markRecords.queue(commands, touchedIn(keys), argumentsOf(keys, runId, ids))
}

function touchedIn(keys: Keys): string[] {
  return [keys.productRuns, keys.activeRun, keys.waitingRuns]
}

function argumentsOf(keys: Keys, runId: string, ids: readonly string[]): string[] {
  return [runId, keys.planResynced('*'), keys.planOrder('*'), ...ids]
}

/** The records that other runs have synced since a plan was made. */
export function createResynced(redis: Redis, keys: Keys): Resynced {
  return {
    async mark(runId, records) {
      if (records.length === 0) return
      await markRecords.run(redis, touchedIn(keys), argumentsOf(keys, runId, records.map(recordId)))
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
