import type { HistoryEntry } from '../../core/report/history.ts'
import type { BatchPace, Loss } from '../../core/plan/batch-split.ts'
import type { Outcome } from '../../core/run/change.ts'
import type { RecordKey } from '../../core/record/record.ts'
import type { Run, RunState } from '../../core/run/run.ts'

export interface Runs {
  read(runId: string): Promise<Run | undefined>
  state(runId: string): Promise<RunState | undefined>
  /** A new id such as `2026-11-20-3`. */
  nextId(now: Date): Promise<string>
  /**
   * Takes the mirror's lock and stores the run. False if another run holds the lock, or if an active product run
   * excludes this one.
   */
  begin(run: Run): Promise<boolean>
  /** Stores a product run, which runs in parallel with others. False if the run with the lock excludes it. */
  beginProducts(run: Run): Promise<boolean>
  /** The ids of the active product runs. */
  products(): Promise<string[]>
  /**
   * Takes the lock for a held or planned run, changes it and sets it to writing. False if the lock is not available.
   */
  resume(runId: string, patch: Partial<Run>): Promise<boolean>
  /** Stores a held run without the lock; its plan is already stored. */
  hold(run: Run): Promise<void>
  /** The run that holds the lock. */
  activeId(): Promise<string | undefined>
  /** Newest first. */
  list(limit: number): Promise<Run[]>
  /** The runs that wait for approval, held or planned; newest first. */
  waiting(): Promise<Run[]>
  /**
   * Changes a run in one of the states `from` (default: any); undefined if it is in another one. A state that is not
   * active releases the lock, and a final one drops the plan.
   */
  update(runId: string, patch: Partial<Run>, from?: readonly RunState[]): Promise<Run | undefined>
  /**
   * Counters for progress and requests, approximate after a crash. `planned:de`, `changes:de` and `written:de` are the
   * share of one language.
   */
  advance(runId: string, counts: Readonly<Record<string, number>>): Promise<void>
  /** Sets counters such as totals, whatever their earlier value. */
  setProgress(runId: string, counts: Readonly<Record<string, number>>): Promise<void>
  progress(runId: string): Promise<Record<string, number>>
  /** Outcomes of records other than simply unchanged ones, some hundred at a time. */
  scanOutcomes(runId: string): AsyncIterable<Outcome[]>
  saveOutcomes(runId: string, outcomes: readonly Outcome[]): Promise<void>
  /** Adds the GTINs of one catalogue read to the run; earlier reads of the same run stay. */
  saveCatalog(runId: string, gtins: readonly string[]): Promise<void>
  /**
   * The GTINs of the run, or the listed ones among `only`, at most `size` at a time. Each group is from one read, and
   * later reads do not change earlier groups.
   */
  walkCatalog(runId: string, size: number, only?: readonly string[]): AsyncIterable<string[]>
  /** The number of GTINs of the run, or of the listed ones among `only`. */
  countCatalog(runId: string, only?: readonly string[]): Promise<number>
  inCatalog(runId: string, gtins: readonly string[]): Promise<boolean[]>
}

/** The outcomes of records in the runs that are kept. */
export interface History {
  /** Newest first; back to `since`, or as far as runs are kept. */
  read(keys: readonly RecordKey[], since: Date): Promise<HistoryEntry[]>
}

/** Stored with a run, so that the count survives a crash and all processes share it. */
export interface Losses {
  /** How often requests with these items failed; `ids` are a record's id or `<kind>:<name>`. */
  read(runId: string, ids: readonly string[]): Promise<(Loss | undefined)[]>
  save(runId: string, losses: ReadonlyMap<string, Loss>): Promise<void>
  pace(runId: string): Promise<BatchPace>
  /** Stores a smaller size. */
  shrink(runId: string, size: number): Promise<void>
  /** Records that the CMS responded to a batch of `sent` items; returns the size of the next one. */
  answered(runId: string, sent: number, at: number): Promise<number>
}
