import type { Asset, Media } from '../core/media.ts'
import type { Change, Outcome } from '../core/change.ts'
import type { Page, PageWrite, PageWritten } from '../core/page.ts'
import type { Product } from '../core/product.ts'
import type { RecordKey } from '../core/record.ts'
import type { Snapshot, SnapshotHead } from '../core/snapshot.ts'
import type { Run, RunState } from './run.ts'

/** What the partner says about one record. Only `present` is a product, only `absent` says it is gone. */
export type Fetched =
  | { state: 'present'; product: Product; etag?: string; unknownFields: string[] }
  | { state: 'unchanged' }
  | { state: 'absent' }
  | { state: 'invalid'; reason: string }
  | { state: 'unreachable'; reason: string }

export type AssetValidators = { etag?: string; lastModified?: string }

export type FetchedAsset =
  | ({
      state: 'present'
      bytes: Uint8Array
      mime: string
      extension: string
      sha256: string
    } & AssetValidators)
  | { state: 'unchanged' }
  | { state: 'refused'; reason: string }
  | { state: 'unreachable'; reason: string }

/** All methods throw LimitedError when asked to wait long, UnusableError when the token is refused. */
export interface Partner {
  /** The language codes that the partner serves. */
  fetchLanguages(signal: AbortSignal): Promise<string[]>
  fetchProduct(key: RecordKey, etag: string | undefined, signal: AbortSignal): Promise<Fetched>
  fetchAsset(asset: Asset, known: AssetValidators, signal: AbortSignal): Promise<FetchedAsset>
}

export type MediaUpload = {
  slug: string
  filename: string
  title: string
  mime: string
  bytes: Uint8Array
}

/**
 * All methods throw LimitedError when asked to wait long, UnusableError when credentials are refused,
 * UnreachableError after all tries.
 */
export interface Cms {
  /** At most 100 ids; pages that are gone are missing in the answer. Any status. */
  readPages(ids: readonly number[], signal: AbortSignal): Promise<Page[]>
  /** Every page of the site in any status, by id, 100 at a time. */
  walkPages(signal: AbortSignal): AsyncIterable<Page[]>
  /** At most 200 slugs, looked up in every status, the trash included; sorted by id. */
  findPages(slugs: readonly string[], signal: AbortSignal): Promise<Page[]>
  /**
   * One batch of at most 25 writes; the answer has one entry for each, in order. Throws OutcomeUnknownError when
   * the batch holds a create and its answer was lost; batches without one are repeated.
   */
  writePages(writes: readonly PageWrite[], signal: AbortSignal): Promise<PageWritten[]>
  /** At most 100 slugs; answers `[slug, media]` pairs sorted by id. `sha256` is read from the slug. */
  findMedia(slugs: readonly string[], signal: AbortSignal): Promise<{ slug: string; media: Media }[]>
  /** Throws OutcomeUnknownError when the answer was lost; a refusal for good is `{ ok: false }`. */
  uploadMedia(
    upload: MediaUpload,
    signal: AbortSignal,
  ): Promise<{ ok: true; slug: string; media: Media } | { ok: false; reason: string }>
  /** Removes an attachment for good. */
  deleteMedia(id: number, signal: AbortSignal): Promise<void>
  /** Who the credentials are, for `doctor`. */
  fetchUser(signal: AbortSignal): Promise<{ id: number; name: string; capabilities: ReadonlySet<string> }>
  /** The route patterns of the index, for `doctor`. */
  fetchRoutes(signal: AbortSignal): Promise<ReadonlySet<string>>
}

/** Holds back calls to one side while it is limited, for every process of the fleet, and paces them. */
export interface Gate {
  /** Resolves when a call may go out; throws LimitedError when that is too far away to wait here. */
  pass(signal: AbortSignal): Promise<void>
  /** Stops the fleet's calls to this side for so long. */
  close(waitMs: number): Promise<void>
}

export type Intent = { runId: string; sentAt: number }

/** The acknowledged state of every record. */
export interface Snapshots {
  heads(keys: readonly RecordKey[]): Promise<(SnapshotHead | undefined)[]>
  read(keys: readonly RecordKey[]): Promise<(Snapshot | undefined)[]>
  /** Number of records whose page is mirrored, not retired. */
  countMirrored(): Promise<number>
  /** Languages that have any snapshot. */
  languages(): Promise<string[]>
  /** Walks the snapshots of a language, some hundred at a time. */
  scan(language: string): AsyncIterable<{ gtin: string; head: SnapshotHead }[]>
  /** Runs in a row, this one included, that saw each record absent; idempotent within a run, a dry run only looks. */
  countMisses(keys: readonly RecordKey[], runId: string, dryRun: boolean): Promise<number[]>
  clearMisses(keys: readonly RecordKey[]): Promise<void>
  /** New validators for records whose content did not change. */
  refreshEtags(entries: readonly { key: RecordKey; etag: string }[]): Promise<void>
}

/** What a batch of writes led to, saved in one step: the snapshot is the acknowledgement. */
export type Commit = { outcome: Outcome; snapshot?: Snapshot | SnapshotHead }

export interface Plans {
  /** Adds or replaces changes; the last word of a record counts. */
  save(runId: string, changes: readonly Change[]): Promise<void>
  drop(runId: string, recordIds: readonly string[]): Promise<void>
  read(runId: string, recordIds: readonly string[]): Promise<(Change | undefined)[]>
  /** Record ids in order, writes or retirements, `limit` from `offset`. */
  list(runId: string, part: PlanPart, offset: number, limit: number): Promise<string[]>
  count(runId: string, part: PlanPart): Promise<number>
  countKinds(runId: string): Promise<Record<Change['kind'], number>>
  saveAssets(runId: string, assets: readonly Asset[]): Promise<void>
  listAssets(runId: string): Promise<Asset[]>
}
export type PlanPart = 'write' | 'retire'

export interface Writes {
  /** Marks creates as sent; answers for each the intent that stood there before, if any. */
  intend(runId: string, keys: readonly RecordKey[], now: number): Promise<(Intent | undefined)[]>
  intents(keys: readonly RecordKey[]): Promise<(Intent | undefined)[]>
  /** One transaction: snapshots and outcomes in, intents and plan items out, and the run's progress counted on. */
  /** Remembers records whose create may have happened twice, for the sweep at the run's end. */
  markUncertain(runId: string, keys: readonly RecordKey[]): Promise<void>
  /** Ids of the records so marked. */
  uncertain(runId: string): Promise<string[]>
  commit(runId: string, commits: readonly Commit[]): Promise<void>
}

export type KnownAsset = AssetValidators & { sha256: string; checkedAt: number }

export interface MediaLibrary {
  assets(urls: readonly string[]): Promise<(KnownAsset | undefined)[]>
  media(sha256s: readonly string[]): Promise<(Media | undefined)[]>
  /** True when this process may upload these bytes now; false while another one does. `before` tells of an old try. */
  claim(sha256: string, now: number): Promise<{ granted: boolean; before?: number }>
  release(sha256: string): Promise<void>
  save(asset: Asset, known: KnownAsset, media: Media): Promise<void>
}

export interface Parents {
  read(): Promise<Record<string, number>>
  save(path: string, pageId: number): Promise<void>
}

export interface Runs {
  read(runId: string): Promise<Run | undefined>
  state(runId: string): Promise<RunState | undefined>
  /** A fresh id such as `2026-11-20-3`. */
  nextId(now: Date): Promise<string>
  /** Takes the mirror's lock and stores the run; false when another run holds the lock. */
  begin(run: Run): Promise<boolean>
  /** Takes the lock for a held or planned run and sets it to writing, approved; false when it may not have it. */
  resume(runId: string): Promise<boolean>
  /** The run that holds the lock. */
  activeId(): Promise<string | undefined>
  /** Newest first. */
  list(limit: number): Promise<Run[]>
  /**
   * Changes a run that is in one of the states `from` (default: any); undefined when it is not. A state that is not
   * at work gives the lock back, an ended one drops its plan.
   */
  update(runId: string, patch: Partial<Run>, from?: readonly RunState[]): Promise<Run | undefined>
  /** Counters for progress and requests; approximate after a crash. */
  advance(runId: string, counts: Readonly<Record<string, number>>): Promise<void>
  progress(runId: string): Promise<Record<string, number>>
  /** Outcomes of records that were not simply unchanged, some hundred at a time. */
  scanOutcomes(runId: string): AsyncIterable<Outcome[]>
  saveOutcomes(runId: string, outcomes: readonly Outcome[]): Promise<void>
  /** Keeps the catalogue's GTINs for the search for delisted records. */
  saveCatalog(runId: string, gtins: readonly string[]): Promise<void>
  inCatalog(runId: string, gtins: readonly string[]): Promise<boolean[]>
}
