import type { RecordKey } from '../../core/record/record.ts'

/** Values about some records, stored apart from their snapshots because most records have none. */
export interface Table<T> {
  read(keys: readonly RecordKey[]): Promise<(T | undefined)[]>
  save(entries: readonly { key: RecordKey; value: T }[]): Promise<void>
  remove(keys: readonly RecordKey[]): Promise<void>
  /** Removes entries that still have exactly these values; an entry that was saved in the meantime stays. */
  removeSame(entries: readonly { key: RecordKey; value: T }[]): Promise<void>
  count(): Promise<number>
  /** All entries, some hundred at a time; one that is saved during the scan may occur twice. */
  scan(): AsyncIterable<{ key: RecordKey; value: T }[]>
}
