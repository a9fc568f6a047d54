import type { Redis } from 'ioredis'
import type { Keys } from '../redis/keys.ts'
import { decisionsName, duplicateKind, fingerprintsName, keyNames } from '../formats/version-1.ts'

/** The layout of the keys that this process reads and writes. */
export const keysVersion = 2

// Atomic with the version, so that the second of two processes that start together has nothing to rename.
const renameScript = `if tonumber(redis.call('hget', KEYS[1], 'keys') or '1') >= tonumber(ARGV[1]) then return 0 end
  for i = 5, #KEYS, 2 do
    local old, new = KEYS[i], KEYS[i + 1]
    if redis.call('exists', new) == 0 then
      if redis.call('exists', old) == 1 then redis.call('rename', old, new) end
    elseif redis.call('type', old).ok == 'hash' then
      local fields = redis.call('hgetall', old)
      for at = 1, #fields, 2 do redis.call('hsetnx', new, fields[at], fields[at + 1]) end
      redis.call('unlink', old)
    else
      redis.call('unlink', old)
    end
  end
  for _, field in ipairs(redis.call('hkeys', KEYS[3])) do
    local subject = string.match(field, '^(.*) ' .. ARGV[3] .. '$')
    if subject then
      redis.call('hset', KEYS[3], subject .. ' duplicate', redis.call('hget', KEYS[3], field))
      redis.call('hdel', KEYS[3], field)
    end
  end
  if redis.call('exists', KEYS[2]) == 1 then redis.call('set', KEYS[4], ARGV[2]) end
  redis.call('hset', KEYS[1], 'keys', ARGV[1])
  return 1`

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
  await redis.eval(renameScript, touched.length, ...touched, keysVersion, note, duplicateKind)
}
