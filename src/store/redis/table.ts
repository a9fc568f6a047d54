import type { ChainableCommander, Redis } from 'ioredis'
import { recordId, toRecordKey, type RecordKey } from '../../core/record/record.ts'
import type { Shape } from '../formats/define-shape.ts'
import { execute } from './execute.ts'
import { readFields, removeFields, replaceUnchanged, scanHash, setFields } from './hash.ts'

export type Table<T> = ReturnType<typeof createTable<T>>

/** Few, because a conflict holds three versions of a page body. */
const scanCount = 200

/**
 * Values about some records, stored apart from their snapshots because most records have none: a hash record id → JSON,
 * uncompressed, so that scripts can compare a value with the one that was read.
 */
export function createTable<T>(redis: Redis, key: string, shape: Shape<T>) {
  return {
    key,
    shape,

    read: (records: readonly RecordKey[]): Promise<(T | undefined)[]> =>
      readFields(redis, key, shape, records.map(recordId)),

    async save(entries: readonly { key: RecordKey; value: T }[]): Promise<void> {
      const fields = entries.map(({ key: record, value }) => [recordId(record), shape.encode(value)] as const)
      await setFields(redis, key, fields)
    },

    async remove(records: readonly RecordKey[]): Promise<void> {
      await removeFields(redis, key, records.map(recordId))
    },

    /** Removes entries that still have exactly these values; an entry that was saved in the meantime stays. */
    async removeSame(entries: readonly { key: RecordKey; value: T }[]): Promise<void> {
      if (entries.length === 0) return
      const removed = entries.map((entry) => ({ key: entry.key, read: entry.value, now: undefined }))
      await execute(replaceSame(redis.pipeline(), key, shape, removed))
    },

    async clear(): Promise<void> {
      await redis.unlink(key)
    },

    count: (): Promise<number> => redis.hlen(key),

    /** All entries, some hundred at a time; one that is saved during the scan may occur twice. */
    scan(): AsyncIterable<{ key: RecordKey; value: T }[]> {
      const decode = (field: string, text: string) => {
        const value = shape.tryDecode(text, { key, field })
        return value === undefined ? undefined : { key: toRecordKey(field), value }
      }
      return scanHash(redis, key, decode, scanCount)
    },
  }
}

/**
 * Adds the command that replaces entries of a table, or removes them (`now` undefined), if they are unchanged since
 * they were read.
 */
export function replaceSame<T>(
  commands: ChainableCommander,
  key: string,
  shape: Shape<T>,
  entries: readonly { key: RecordKey | string; read: T | undefined; now: T | undefined }[],
): ChainableCommander {
  const text = (value: T | undefined): string => (value === undefined ? '' : shape.textOf(value))
  const idOf = (one: RecordKey | string): string => (typeof one === 'string' ? one : recordId(one))
  const flat = entries.flatMap((entry) => [idOf(entry.key), text(entry.read), text(entry.now)])
  return replaceUnchanged.queue(commands, [key], flat)
}
