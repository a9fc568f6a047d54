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
      if (entries.length === 0) return
      const removed = entries.map((entry) => ({ key: entry.key, read: entry.value, now: undefined }))
      await execute(replaceSame(redis.pipeline(), key, removed))
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

const replaceSameScript = `for i = 1, #ARGV, 3 do
    if (redis.call('hget', KEYS[1], ARGV[i]) or '') == ARGV[i + 1] then
      if ARGV[i + 2] == '' then redis.call('hdel', KEYS[1], ARGV[i])
      else redis.call('hset', KEYS[1], ARGV[i], ARGV[i + 2]) end
    end
  end
  return 0`

/** Adds the command that replaces or (`now` undefined) removes the entries of a table that still hold what was read. */
export function replaceSame(
  commands: ChainableCommander,
  key: string,
  entries: readonly { key: RecordKey; read: unknown; now: unknown }[],
): ChainableCommander {
  const text = (value: unknown): string => (value === undefined ? '' : JSON.stringify(value))
  const flat = entries.flatMap((entry) => [recordId(entry.key), text(entry.read), text(entry.now)])
  return commands.eval(replaceSameScript, 1, key, ...flat)
}
