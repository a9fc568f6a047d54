// Finds a usable Redis server on this machine, if one is needed.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { versionOf } from './command.mjs'

// A script's PATH may lack Homebrew's folders.
const PLACES = ['redis-server', 'valkey-server'].flatMap((name) => [
  name,
  `/opt/homebrew/bin/${name}`,
  `/usr/local/bin/${name}`,
])

/** The oldest Redis that BullMQ and ioredis support, as "major.minor". */
export const OLDEST = '6.2'

/** Tests always start their own server, linters never. Everything else does so only without REDIS_URL. */
export function redisWanted(root) {
  const script = process.env.npm_lifecycle_event ?? ''
  if (/^pre(test|bench)/.test(script)) return true
  if (/^pre(check|format|prose|docs)$/.test(script)) return false
  return !process.env.REDIS_URL && !process.env.REDIS_URL_FILE && !namedInEnvFile(root)
}

/** The first usable server: `{ usable: true, version }`. Otherwise `{ usable: false, tooOld }`, with the version found, if any. */
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

/** Whether a version such as "7.0.15" is supported. */
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
