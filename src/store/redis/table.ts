import type { ChainableCommander, Redis } from 'ioredis'
import { recordId, toRecordKey, type RecordKey } from '../../core/record/record.ts'
import type { Table } from '../../sync/ports/table.ts'
import { execute } from './execute.ts'
import { scanHash } from './scan-hash.ts'
import { decodeAll, unlessDamaged, type Shape } from '../formats/stored.ts'

/** Few, because a conflict holds three versions of a page body. */
const scanCount = 200

/** A hash record id → JSON; not compressed, so that scripts can compare a value with the text that was read. */
export function createTable<T>(
  redis: Redis,
  key: string,
  shape: Shape<T>,
): Table<T> & { key: string; shape: Shape<T> } {
  const decode = (text: string, id: string): T => shape.decode(text, { key, field: id, record: id })

  return {
    key,
    shape,

    async read(keys) {
      if (keys.length === 0) return []
      const ids = keys.map(recordId)
      return decodeAll(await redis.hmget(key, ...ids), (text, index) => decode(text, ids[index] ?? ''))
    },

    async save(entries) {
      if (entries.length === 0) return
      await redis.hset(key, ...entries.flatMap((entry) => [recordId(entry.key), shape.encode(entry.value)]))
    },

    async remove(keys) {
      if (keys.length > 0) await redis.hdel(key, ...keys.map(recordId))
    },

    async removeSame(entries) {
      if (entries.length === 0) return
      const removed = entries.map((entry) => ({ key: entry.key, read: entry.value, now: undefined }))
      await execute(replaceSame(redis.pipeline(), key, shape, removed))
    },

    count: () => redis.hlen(key),

    scan: () =>
      scanHash(
        redis,
        key,
        (id, text) => {
          const value = unlessDamaged(() => decode(text, id))
          return value === undefined ? undefined : { key: toRecordKey(id), value }
        },
        scanCount,
      ),
  }
}

const replaceSameScript = `for i = 1, #ARGV, 3 do
    if (redis.call('hget', KEYS[1], ARGV[i]) or '') == ARGV[i + 1] then
      if ARGV[i + 2] == '' then redis.call('hdel', KEYS[1], ARGV[i])
      else redis.call('hset', KEYS[1], ARGV[i], ARGV[i + 2]) end
    end
  end
  return 0`

/** Adds the command that replaces entries of a table, or removes them (`now` undefined), if they still hold what was read. */
export function replaceSame<T>(
  commands: ChainableCommander,
  key: string,
  shape: Shape<T>,
  entries: readonly { key: RecordKey; read: T | undefined; now: T | undefined }[],
): ChainableCommander {
  const text = (value: T | undefined): string => (value === undefined ? '' : shape.textOf(value))
  const flat = entries.flatMap((entry) => [recordId(entry.key), text(entry.read), text(entry.now)])
  return commands.eval(replaceSameScript, 1, key, ...flat)
}
