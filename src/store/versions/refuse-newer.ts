import type { Redis } from 'ioredis'
import { NewerFormatError } from '../../lib/stored-errors.ts'
import { defineScript, nothing } from '../lua/script.ts'
import type { Keys } from '../redis/keys.ts'
import { keysVersion, renameKeys } from './rename-keys.ts'
import { recordTables } from '../redis/record-tables.ts'
import * as media from '../formats/shapes/media.ts'
import * as plan from '../formats/shapes/plan.ts'
import * as reports from '../formats/shapes/reports.ts'
import * as run from '../formats/shapes/run.ts'
import * as snapshot from '../formats/shapes/snapshot.ts'
import * as waiting from '../formats/shapes/waiting.ts'
import * as writes from '../formats/shapes/writes.ts'

type Versions = Readonly<Record<string, number>>

const shapes = [
  ...Object.values(recordTables).map(({ shape }) => shape),
  ...[media, plan, reports, run, snapshot, waiting, writes].flatMap((file) =>
    Object.values(file).filter((each) => 'version' in each),
  ),
]

/**
 * The version of each stored shape that this process writes, which is the newest that it reads; `keys` is the key
 * layout.
 */
const knownFormats: Versions = {
  keys: keysVersion,
  ...Object.fromEntries(shapes.map(({ name, version }) => [name, version])),
}

const raiseFormats = defineScript('versions/raise-formats', nothing)

/**
 * Throws NewerFormatError if a newer process may have stored formats of this mirror that this one misreads. It is one
 * short read, so that even a process that runs for weeks can check before each run.
 */
export async function refuseNewerFormats(redis: Redis, keys: Keys, known = knownFormats): Promise<Versions> {
  const stored = Object.entries(await redis.hgetall(keys.formats))
  const versions = Object.fromEntries(stored.map(([name, version]) => [name, Number(version)]))
  for (const [name, found] of Object.entries(versions)) {
    const reads = known[name] ?? 0
    if (!(found <= reads))
      throw new NewerFormatError(`The data of mirror ${keys.mirrorId} (${name})`, { found, known: reads })
  }
  return versions
}

/** Refuses newer formats, then renames keys of an older layout and stores the formats that this process writes. */
export async function assertFormats(redis: Redis, keys: Keys, known = knownFormats): Promise<void> {
  const stored = await refuseNewerFormats(redis, keys, known)
  if ((known['keys'] ?? 1) >= keysVersion && (stored['keys'] ?? 1) < keysVersion)
    await renameKeys(redis, keys)
  const newer = Object.entries(known).filter(([name, version]) => (stored[name] ?? 0) < version)
  if (newer.length > 0) await raiseFormats.run(redis, [keys.formats], newer.flat())
}
