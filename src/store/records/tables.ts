import type { Redis } from 'ioredis'
import type { Keys } from '../redis/keys.ts'
import { conflictShape, decisionShape, suspectShape } from '../formats/shapes/decisions.ts'
import {
  deferralShape,
  failingShape,
  missingAssetsShape,
  outdatedFilesShape,
} from '../formats/shapes/waiting.ts'
import { intentShape } from '../formats/shapes/writes.ts'
import { createPageStates } from './page-states.ts'
import { createTable } from '../redis/table.ts'

/** The tables with data about some records, apart from their snapshots. */
export function createTables(redis: Redis, keys: Keys) {
  return {
    decisions: createTable(redis, keys.decisions, decisionShape),
    conflicts: createTable(redis, keys.conflicts, conflictShape),
    suspects: createTable(redis, keys.suspects, suspectShape),
    deferrals: createTable(redis, keys.deferrals, deferralShape),
    failing: createTable(redis, keys.failing, failingShape),
    missingAssets: createTable(redis, keys.missingAssets, missingAssetsShape),
    outdatedFiles: createTable(redis, keys.outdatedFiles, outdatedFilesShape),
    pageStates: createPageStates(redis, keys),
    intents: createTable(redis, keys.intents, intentShape),
  }
}
