import type { RecordKey } from '../../core/record/record.ts'
import type { Snapshot, SnapshotHead } from '../../core/record/snapshot.ts'

/**
 * A record whose page shows the partner's version. `etag` is that of the response; `digest` is set if it differs from
 * the snapshot's.
 */
export type Confirmed = { key: RecordKey; etag: string | undefined; digest: string | undefined }

/** A run that misses records, and when it started (ms). */
export type Miss = { runId: string; at: number; intervalMs: number }

/** The acknowledged state of every record. */
export interface Snapshots {
  heads(keys: readonly RecordKey[]): Promise<(SnapshotHead | undefined)[]>
  read(keys: readonly RecordKey[]): Promise<(Snapshot | undefined)[]>
  /** Number of records of one language, or of all, whose page is mirrored and not retired. */
  countMirrored(language?: string): Promise<number>
  /** Languages with a mirrored, unretired page, in alphabetical order. */
  mirroredLanguages(): Promise<string[]>
  /** Languages that have any snapshot. */
  languages(): Promise<string[]>
  /** Adds those of these languages that have snapshots but are missing in the list of languages; returns them. */
  listAgain(languages: readonly string[]): Promise<string[]>
  /**
   * Unordered GTINs of a language: all with a snapshot, those with a retired page, those that the last runs missed, and
   * those whose page shows an older version since Redis lost its data.
   */
  gtins(language: string): Promise<Record<'all' | 'retired' | 'missed' | 'outdated', string[]>>
  /** The GTIN of any other product with a snapshot in this language. */
  otherGtin(key: RecordKey): Promise<string | undefined>
  /** Walks the snapshots of a language, some hundred at a time. */
  scan(language: string): AsyncIterable<{ gtin: string; head: SnapshotHead }[]>
  /**
   * The number of consecutive misses of each record, including this one. A miss does not count if it is from the same
   * run or less than `intervalMs` after the last one that counted. A dry run counts nothing.
   */
  countMisses(keys: readonly RecordKey[], miss: Miss, dryRun: boolean): Promise<number[]>
  /** The number of misses, without counting; 0 for a record that the last run found. */
  misses(keys: readonly RecordKey[]): Promise<number[]>
  clearMisses(keys: readonly RecordKey[]): Promise<void>
  /** Replaces a snapshot's body; false if the snapshot has changed since it was read. Heads stay. */
  replace(key: RecordKey, read: Snapshot, by: Snapshot): Promise<boolean>
  /**
   * Saves the changed URLs of mirrored pages, and returns how many changed. The same step marks their products’
   * language links and their languages’ listings as stale.
   */
  saveLinks(entries: readonly { key: RecordKey; pageId: number; link: string }[]): Promise<number>
  /** Saves the ETags and digests of records whose pages need no write; skips records without a snapshot. */
  confirm(entries: readonly Confirmed[]): Promise<void>
}

/** Stored values that cannot be read. */
export interface DamagedValues {
  /**
   * Moves unreadable values, including those of this menu, to another key with their bytes unchanged, and returns a
   * note about each.
   */
  moveAway(menuId: number | undefined): Promise<string[]>
  /** Like `moveAway`, for values that every run recreates from the partner and the CMS. */
  moveRenewed(): Promise<string[]>
  /**
   * A sentence with the remedy for each unreadable value except snapshots, including those of this menu; moves nothing.
   */
  find(menuId: number | undefined): Promise<string[]>
  /**
   * Moves unusable values that concern more than one record, including those of these languages, runs and this menu,
   * and returns a note about each; `now` in ms.
   */
  moveForeign(
    now: number,
    also?: { languages?: readonly string[]; runs?: readonly string[]; menuId?: number },
  ): Promise<string[]>
}
