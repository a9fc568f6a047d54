import type { ChainableCommander, Redis } from 'ioredis'
import { recordId, toRecordKey, type RecordKey } from '../core/record.ts'
import type { Table } from '../sync/ports/table.ts'
import { execute } from './execute.ts'

const scanCount = 200

/** A hash record id → JSON under one key: not compressed, so that a value can be told to be the same one later on. */
export function createTable<T>(redis: Redis, key: string): Table<T> {
  return {
    async read(keys) {
      if (keys.length === 0) return []
      const raw = await redis.hmget(key, ...keys.map(recordId))
      return raw.map((json) => (json === null ? undefined : (JSON.parse(json) as T)))
    },

    async save(entries) {
      if (entries.length === 0) return
      await redis.hset(key, ...entries.flatMap((entry) => [recordId(entry.key), JSON.stringify(entry.value)]))
    },

    async remove(keys) {
      if (keys.length > 0) await redis.hdel(key, ...keys.map(recordId))
    },

    async removeSame(entries) {
      if (entries.length > 0) await execute(removeSame(redis.pipeline(), key, entries))
    },

    count: () => redis.hlen(key),

    async *scan() {
      let cursor = '0'
      do {
        const [next, flat] = await redis.hscan(key, cursor, 'COUNT', scanCount)
        cursor = next
        const page: { key: ReturnType<typeof toRecordKey>; value: T }[] = []
        for (let at = 0; at < flat.length; at += 2) {
          const [id, value] = [flat[at], flat[at + 1]]
          if (id && value) page.push({ key: toRecordKey(id), value: JSON.parse(value) as T })
        }
        if (page.length > 0) yield page
      } while (cursor !== '0')
    },
  }
}

const removeSameScript = `for i = 1, #ARGV, 2 do
    if redis.call('hget', KEYS[1], ARGV[i]) == ARGV[i + 1] then redis.call('hdel', KEYS[1], ARGV[i]) end
  end
  return 0`

/** Adds the command that removes the entries of a table which still hold these very values. */
export function removeSame(
  commands: ChainableCommander,
  key: string,
  entries: readonly { key: RecordKey; value: unknown }[],
): ChainableCommander {
  return commands.eval(
    removeSameScript,
    1,
    key,
    ...entries.flatMap((entry) => [recordId(entry.key), JSON.stringify(entry.value)]),
  )
}
