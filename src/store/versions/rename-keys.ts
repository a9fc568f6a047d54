import type { Redis } from 'ioredis'
import { defineScript, hadEffect } from '../lua/script.ts'
import type { Keys } from '../redis/keys.ts'
import { decisionsName, duplicateKind, fingerprintsName, keyNames } from '../formats/upgrades/version-1.ts'

/** The layout of the keys that this process reads and writes. */
export const keysVersion = 2

const rename = defineScript('versions/rename-keys', hadEffect)

/**
 * Renames keys of layout 1 to layout 2, and updates the finding ids of the active run. A string replaces the old
 * decisions: an older process in a run then fails instead of missing a hold.
 */
export async function renameKeys(redis: Redis, keys: Keys): Promise<void> {
  const [activeRun, waitingRuns] = await Promise.all([
    redis.get(keys.activeRun),
    redis.smembers(keys.waitingRuns),
  ])
  const runs = [...waitingRuns, ...(activeRun === null ? [] : [activeRun])]
  const old = (name: string): string => `${keys.prefix}${name}`
  const renames = [
    ...keyNames.map(([key, name]) => [old(name), keys[key]]),
    ...runs.map((runId) => [`${keys.run(runId)}:${fingerprintsName}`, keys.planFingerprints(runId)]),
  ].flat()
  const touched = [keys.formats, keys.runs, keys.findings(activeRun ?? ''), old(decisionsName), ...renames]
  const note = `moved to ${keys.decisions} by key layout ${keysVersion}`
  await rename.run(redis, touched, [keysVersion, note, duplicateKind])
}
