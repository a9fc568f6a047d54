import type { RecordKey } from '../../core/record/record.ts'
import type { Snapshot, SnapshotHead } from '../../core/record/snapshot.ts'

/**
 * A record whose page shows the partner's version. `etag` is that of the answer; `digest` is set if it differs from the
 * snapshot's.
 */
export type Confirmed = { key: RecordKey; etag: string | undefined; digest: string | undefined }

/** A run that misses records, and when it started (ms). */
export type Miss = { runId: string; at: number; intervalMs: number }

/** The acknowledged state of every record. */
export interface Snapshots {
  heads(keys: readonly RecordKey[]): Promise<(SnapshotHead | undefined)[]>
  read(keys: readonly RecordKey[]): Promise<(Snapshot | undefined)[]>
  /** Number of records, of one language or of all, whose page is mirrored, not retired. */
  countMirrored(language?: string): Promise<number>
  /** Languages that have any record whose page is mirrored, not retired; in alphabetical order. */
  mirroredLanguages(): Promise<string[]>
  /** Languages that have any snapshot. */
  languages(): Promise<string[]>
  /** Adds those of these languages that have snapshots and are missing in the list of languages; returns them. */
  listAgain(languages: readonly string[]): Promise<string[]>
  /**
   * The GTINs that have a snapshot in a language, those among them whose page is retired, and those that the last runs
   * saw absent, or whose page shows an older version since Redis lost its data; in no order.
   */
  gtins(language: string): Promise<Record<'all' | 'retired' | 'missed' | 'outdated', string[]>>
  /** Walks the snapshots of a language, some hundred at a time. */
  scan(language: string): AsyncIterable<{ gtin: string; head: SnapshotHead }[]>
  /**
   * How often in a row each record was missed, this time included. A miss that comes sooner than `intervalMs` after the
   * last one that counted, or is of the same run, counts no more; a dry run only looks.
   */
  countMisses(keys: readonly RecordKey[], miss: Miss, dryRun: boolean): Promise<number[]>
  /** The same without counting; 0 for a record that the last run saw. */
  misses(keys: readonly RecordKey[]): Promise<number[]>
  clearMisses(keys: readonly RecordKey[]): Promise<void>
  /** Replaces a snapshot's body unless the snapshot has changed since it was read; false if it has. Heads stay. */
  replace(key: RecordKey, read: Snapshot, by: Snapshot): Promise<boolean>
  /**
   * Saves the changed addresses of mirrored pages, and returns how many changed. In the same step, their
   * products’ language links and their languages’ listings are marked as stale.
   */
  saveLinks(entries: readonly { key: RecordKey; pageId: number; link: string }[]): Promise<number>
  /** Saves the ETags and digests of records whose pages need no write; skips records without a snapshot. */
  confirm(entries: readonly Confirmed[]): Promise<void>
}

/** Stored values that cannot be read. */
export interface DamagedValues {
  /** Moves them to another key, also those of this menu, keeps their bytes, and returns a note about each. */
  moveAway(menuId: number | undefined): Promise<string[]>
  /** The same for values that every run makes again from partner and CMS. */
  moveRenewed(): Promise<string[]>
  /** A sentence with the remedy for each such value except snapshots, including those of this menu; moves nothing. */
  find(menuId: number | undefined): Promise<string[]>
  /**
   * Moves away what no record answers for, also of these languages, runs and this menu, and returns a note about each;
   * `now` in ms.
   */
  moveForeign(
    now: number,
    also?: { languages?: readonly string[]; runs?: readonly string[]; menuId?: number },
  ): Promise<string[]>
}
