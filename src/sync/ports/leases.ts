import type { RecordKey } from '../../core/record/record.ts'
import type { WholeMs } from '../../lib/time/whole-ms.ts'

/**
 * Locks on products. Every lease expires unless it is renewed, so that a killed process does not block others for long.
 * The holder may repeat each `take…`, even in another process.
 */
export interface Leases {
  /** The duration of a lease without renewal. */
  readonly lastsMs: WholeMs
  /**
   * Takes products for one product run, all of them or none. `waits`: another run has one of them; as soon as no other
   * product run does, no further job may take them. `kept`: the run has had them without interruption since it took
   * them before.
   */
  takeProducts(runId: string, gtins: readonly string[]): Promise<'taken' | 'kept' | 'waits'>
  /** False if a lease has expired. */
  renewProducts(runId: string, gtins: readonly string[]): Promise<boolean>
  releaseProducts(runId: string, gtins: readonly string[]): Promise<void>
  /**
   * Takes products for a job of the run with the lock, which shares them with the run's other jobs. Returns those that
   * no product run has or waits for.
   */
  share(job: string, gtins: readonly string[]): Promise<ReadonlySet<string>>
  renewShared(job: string, gtins: readonly string[]): Promise<boolean>
  releaseShared(job: string, gtins: readonly string[]): Promise<void>
  /**
   * Takes the whole mirror, or the pages that products share, for one job; false while others have it. While a job has
   * the whole mirror or waits for it, product runs get no products.
   */
  take(what: Site, job: string): Promise<boolean>
  renew(what: Site, job: string): Promise<boolean>
  release(what: Site, job: string): Promise<void>
}

/** `shared pages`: parent pages, listings and the menu. */
export type Site = 'whole mirror' | 'shared pages'

/**
 * Records that other runs have synced since a plan was made: product runs in parallel with the run that holds the lock,
 * and all runs while a plan waits. The plan is outdated for these records.
 */
export interface Resynced {
  /** Notes records that a product run found unchanged; a commit notes those that it acknowledges. */
  mark(runId: string, keys: readonly RecordKey[]): Promise<void>
  /** The run that synced each record since the plan of `runId` was made; undefined if none did. */
  read(runId: string, keys: readonly RecordKey[]): Promise<(string | undefined)[]>
  /** Forgets records that are planned again. */
  forget(runId: string, keys: readonly RecordKey[]): Promise<void>
}

/** The records that runs of some products or languages have updated since the last full run. */
export interface UpdatedApart {
  add(ids: readonly string[]): Promise<void>
  scan(): AsyncIterable<string[]>
  clear(): Promise<void>
}
