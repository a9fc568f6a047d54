import type { ChainableCommander, Redis } from 'ioredis'
import type { PageState } from '../../core/page/page-state.ts'
import { recordId, type RecordKey } from '../../core/record/record.ts'
import { pageStateShape } from '../formats/shapes/waiting.ts'
import { execute } from '../redis/execute.ts'
import type { Keys } from '../redis/keys.ts'
import { createTable } from '../redis/table.ts'

type Seen = { key: RecordKey; state: PageState | undefined }

// Marks links and listings if a page became hidden or visible, and keeps `since` of an unchanged state.
const replaceScript = `local function parse(text)
    local ok, value = pcall(cjson.decode, text)
    return ok and type(value) == 'table' and value or {}
  end
  local function withdrawn(value) return value.state ~= nil and value.state ~= 'edited' end
  for i = 1, #ARGV, 4 do
    local id, text = ARGV[i], ARGV[i + 3]
    local stored = redis.call('hget', KEYS[1], id)
    if stored or text ~= '' then
      local before, now = parse(stored or ''), parse(text)
      if before.state == now.state and before.pageId == now.pageId and type(before.since) == 'string' then
        text = string.gsub(text, '"since":"[^"]*"', '"since":"' .. string.gsub(before.since, '%%', '') .. '"')
      end
      if text == '' then redis.call('hdel', KEYS[1], id) else redis.call('hset', KEYS[1], id, text) end
      if withdrawn(before) ~= withdrawn(now) then
        redis.call('sadd', KEYS[2], ARGV[i + 1])
        redis.call('hincrby', KEYS[3], ARGV[i + 2], 1)
      end
    end
  end
  return 0`

/** The table of the states that editors gave to pages. */
export function createPageStates(redis: Redis, keys: Keys) {
  return {
    ...createTable(redis, keys.pageStates, pageStateShape),

    async replace(entries: readonly Seen[]): Promise<void> {
      if (entries.length > 0) await execute(replacePageStates(redis.pipeline(), keys, entries))
    },
  }
}

/** Adds the command that sets or removes the states of some pages. */
export function replacePageStates(
  commands: ChainableCommander,
  keys: Keys,
  entries: readonly Seen[],
): ChainableCommander {
  if (entries.length === 0) return commands
  const touched = [keys.pageStates, keys.staleLinks, keys.staleListings]
  const values = entries.flatMap(({ key, state }) => [
    recordId(key),
    key.gtin,
    key.language,
    state === undefined ? '' : pageStateShape.encode(state),
  ])
  return commands.eval(replaceScript, touched.length, ...touched, ...values)
}
