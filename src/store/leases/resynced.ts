import type { ChainableCommander, Redis } from 'ioredis'
import { recordId, type RecordKey } from '../../core/record/record.ts'
import { defineScript, nothing } from '../lua/script.ts'
import { readTexts, removeFields } from '../redis/hash.ts'
import type { Keys } from '../redis/keys.ts'

const markRecords = defineScript('leases/mark-resynced', nothing)

/** After the id of a run that only updated the links of a page, so that plans stay valid for its record. */
const linked = ' links'

/** The run that synced a record; `onlyLinks`: it updated links, and compared nothing with the partner. */
export type Resynced = { runId: string; onlyLinks: boolean }

/** Adds the command that marks records as synced by this run, for the plans that are now outdated. */
export function markResynced(
  commands: ChainableCommander,
  keys: Keys,
  runId: string,
  ids: readonly string[],
): void {
  if (ids.length > 0) markRecords.queue(commands, touchedIn(keys), [...syncedBy(keys, runId), ...ids])
}

/** Adds the command that marks records of which this run only updated the links. Other marks stay. */
export function markLinked(
  commands: ChainableCommander,
  keys: Keys,
  runId: string,
  ids: readonly string[],
): void {
  const mark = [runId, ...marksIn(keys), runId + linked, 'nx']
  if (ids.length > 0) markRecords.queue(commands, touchedIn(keys), [...mark, ...ids])
}

function touchedIn(keys: Keys): string[] {
  return [keys.productRuns, keys.activeRun, keys.waitingRuns]
}

function marksIn(keys: Keys): string[] {
  return [keys.planResynced('*'), keys.planOrder('*')]
}

function syncedBy(keys: Keys, runId: string): string[] {
  return [runId, ...marksIn(keys), runId, '']
}

/**
 * Records that other runs have synced since a plan was made: product runs in parallel with the run that holds the lock,
 * and all runs while a plan waits. The plan is outdated for these records.
 */
export function createResynced(redis: Redis, keys: Keys) {
  return {
    /** Notes records that a product run found unchanged; a commit notes those that it acknowledges. */
    async mark(runId: string, records: readonly RecordKey[]): Promise<void> {
      if (records.length === 0) return
      await markRecords.run(redis, touchedIn(keys), [...syncedBy(keys, runId), ...records.map(recordId)])
    },

    /** The run that synced each record since the plan of `runId` was made; undefined if none did. */
    async read(runId: string, records: readonly RecordKey[]): Promise<(Resynced | undefined)[]> {
      const found = await readTexts(redis, keys.planResynced(runId), records.map(recordId))
      return found.map((mark) => {
        if (mark === null) return undefined
        const onlyLinks = mark.endsWith(linked)
        return { runId: onlyLinks ? mark.slice(0, -linked.length) : mark, onlyLinks }
      })
    },

    /** Forgets records that are planned again. */
    async forget(runId: string, records: readonly RecordKey[]): Promise<void> {
      await removeFields(redis, keys.planResynced(runId), records.map(recordId))
    },
  }
}
