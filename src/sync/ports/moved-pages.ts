import type { RecordKey } from '../../core/record/record.ts'

/**
 * Where the pages of records stand that are away from their slug, from one walk over the whole CMS. It helps to find
 * them again when no snapshot knows them; pages that are bound are found by their ids.
 */
export interface MovedPages {
  /** Whether the CMS was walked since this mirror’s Redis was new. */
  isKnown(): Promise<boolean>
  /** Forgets what an earlier walk saw. */
  clear(): Promise<void>
  /** Remembers pages, lowest ids first: the first one of a record counts, one in the trash only when there is no other. */
  save(entries: readonly { key: RecordKey; pageId: number; trashed: boolean }[]): Promise<void>
  /** The walk has come to its end. */
  complete(): Promise<void>
  /** Ids of the pages, where one was seen. */
  read(keys: readonly RecordKey[]): Promise<(number | undefined)[]>
}
