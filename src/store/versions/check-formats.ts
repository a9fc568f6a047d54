import type { Redis } from 'ioredis'
import { NewerFormatError, OldLayoutError } from '../../lib/stored-errors.ts'
import { defineScript, nothing } from '../lua/script.ts'
import type { Keys } from '../redis/keys.ts'
import { recordTables } from '../redis/record-tables.ts'
import * as media from '../formats/shapes/media.ts'
import * as plan from '../formats/shapes/plan.ts'
import * as reports from '../formats/shapes/reports.ts'
import * as run from '../formats/shapes/run.ts'
import * as snapshot from '../formats/shapes/snapshot.ts'
import * as waiting from '../formats/shapes/waiting.ts'
import * as writes from '../formats/shapes/writes.ts'

/** The layout of the keys that this process reads and writes. */
export const keysVersion = 2

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

/**
 * Throws OldLayoutError if a preview version stored data of this mirror under other names, because this version would
 * not find it. Call it before anything is changed. A key of another type does not belong to the mirror.
 */
export async function refuseOldLayout(redis: Redis, keys: Keys): Promise<void> {
  const formats = (await unlessForeign(redis.hgetall(keys.formats))) ?? {}
  const { keys: found = '1' } = formats
  // An invalid version is moved away, and a newer one is refused, when the formats are checked.
  if (!(Number(found) < keysVersion)) return
  if (Object.keys(formats).length > 0 || (await hasOldData(redis, keys)))
    throw new OldLayoutError(keys.mirrorId, { found, known: keysVersion })
}

/** The first preview versions stored no formats, but decisions under another name, and runs without a version. */
async function hasOldData(redis: Redis, keys: Keys): Promise<boolean> {
  if ((await redis.type(`${keys.prefix}orders`)) === 'hash') return true
  const [newest] = (await unlessForeign(redis.zrevrange(keys.runs, 0, 0))) ?? []
  if (newest === undefined) return false
  const [id = null, version] = (await unlessForeign(redis.hmget(keys.run(newest), 'id', 'v'))) ?? []
  return id !== null && version === null
}

/** The reply, or undefined if the key has another type. */
async function unlessForeign<T>(reply: Promise<T>): Promise<T | undefined> {
  try {
    return await reply
  } catch (error) {
    if (error instanceof Error && error.message.startsWith('WRONGTYPE')) return undefined
    throw error
  }
}

/** Refuses newer formats, then stores the formats that this process writes. */
export async function assertFormats(redis: Redis, keys: Keys, known = knownFormats): Promise<void> {
  const stored = await refuseNewerFormats(redis, keys, known)
  const newer = Object.entries(known).filter(([name, version]) => (stored[name] ?? 0) < version)
  if (newer.length > 0) await raiseFormats.run(redis, [keys.formats], newer.flat())
}
