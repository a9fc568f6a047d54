import type { Redis } from 'ioredis'
import { NewerFormatError } from '../../lib/stored-errors.ts'
import type { Keys } from '../redis/keys.ts'
import { keysVersion, renameKeys } from './rename-keys.ts'
import { conflictShape, decisionShape, suspectShape } from './shapes/decisions.ts'
import { assetShape, mediaShape } from './shapes/media.ts'
import { changeShape, outcomeShape } from './shapes/plan.ts'
import { auditShape, findingShape, menuItemShape, sentNoticeShape } from './shapes/reports.ts'
import { runShape } from './shapes/run.ts'
import { bodyShape, headShape } from './shapes/snapshot.ts'
import { deferralShape, failingShape, missingAssetsShape, lossShape } from './shapes/waiting.ts'
import { intentShape, replacedShape } from './shapes/writes.ts'

type Versions = Readonly<Record<string, number>>

const shapes = [
  headShape,
  bodyShape,
  changeShape,
  outcomeShape,
  intentShape,
  replacedShape,
  decisionShape,
  conflictShape,
  suspectShape,
  deferralShape,
  failingShape,
  missingAssetsShape,
  lossShape,
  assetShape,
  mediaShape,
  findingShape,
  menuItemShape,
  sentNoticeShape,
  auditShape,
  runShape,
]

/** The version of each stored shape that this process writes, and the newest that it reads; `keys` is the key layout. */
const knownFormats: Versions = {
  keys: keysVersion,
  ...Object.fromEntries(shapes.map(({ name, version }) => [name, version])),
}

// Versions only grow: an older process must not lower what a newer one has noted.
const raiseScript = `for i = 1, #ARGV, 2 do
    local before = tonumber(redis.call('hget', KEYS[1], ARGV[i]) or '0')
    if before < tonumber(ARGV[i + 1]) then redis.call('hset', KEYS[1], ARGV[i], ARGV[i + 1]) end
  end
  return 0`

/**
 * Throws NewerFormatError when a newer process may have stored formats of this mirror that this one misreads. It is one
 * short read, so that a process that runs for weeks checks before each run.
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

/** The same; then renames keys of an older layout and notes the formats that this process writes. */
export async function assertFormats(redis: Redis, keys: Keys, known = knownFormats): Promise<void> {
  const stored = await refuseNewerFormats(redis, keys, known)
  if ((known['keys'] ?? 1) >= keysVersion && (stored['keys'] ?? 1) < keysVersion)
    await renameKeys(redis, keys)
  const newer = Object.entries(known).filter(([name, version]) => (stored[name] ?? 0) < version)
  if (newer.length > 0) await redis.eval(raiseScript, 1, keys.formats, ...newer.flat())
}
