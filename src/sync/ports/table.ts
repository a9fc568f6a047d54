import type { RecordKey } from '../../core/record/record.ts'

/** Values about some records, stored apart from their snapshots: most records have none. */
export interface Table<T> {
  read(keys: readonly RecordKey[]): Promise<(T | undefined)[]>
  save(entries: readonly { key: RecordKey; value: T }[]): Promise<void>
  remove(keys: readonly RecordKey[]): Promise<void>
  /** Removes entries that still hold these very values: what was saved meanwhile stays. */
  removeSame(entries: readonly { key: RecordKey; value: T }[]): Promise<void>
  count(): Promise<number>
  /** Every entry, some hundred at a time; one that is saved meanwhile may come twice. */
  scan(): AsyncIterable<{ key: RecordKey; value: T }[]>
}
