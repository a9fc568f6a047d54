// Whether this machine has a Redis server for us, where one is needed.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { versionOf } from './command.mjs'

// Homebrew's folders are not always on the PATH of a script.
const PLACES = ['redis-server', 'valkey-server'].flatMap((name) => [
  name,
  `/opt/homebrew/bin/${name}`,
  `/usr/local/bin/${name}`,
])

/** The oldest Redis that works, as "major.minor": BullMQ and ioredis ask for it. */
export const OLDEST = '6.2'

/** Tests always start a server of their own; everything else does so only where REDIS_URL is not set. */
export function redisWanted(root) {
  if (/^pre(test|bench)/.test(process.env.npm_lifecycle_event ?? '')) return true
  return !process.env.REDIS_URL && !process.env.REDIS_URL_FILE && !namedInEnvFile(root)
}

/** The first usable server: `{ usable: true, version }`, or `{ usable: false, tooOld }` with the version found, if any. */
export function findRedis() {
  let tooOld
  for (const place of PLACES) {
    const version = versionOf(place)
    if (version === undefined) continue
    if (isNewEnough(version.text)) return { usable: true, version: version.text }
    tooOld ??= version.text
  }
  return { usable: false, tooOld }
}

/** Whether a version such as "7.0.15" is at least the oldest that works. */
export function isNewEnough(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const [oldestMajor, oldestMinor] = OLDEST.split('.').map(Number)
  return major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)
}

function namedInEnvFile(root) {
  try {
    return /^\s*(?:export\s+)?REDIS_URL(?:_FILE)?\s*=\s*['"]?[^\s'"#]/m.test(
      readFileSync(join(root, '.env'), 'utf8'),
    )
  } catch {
    return false
  }
}
