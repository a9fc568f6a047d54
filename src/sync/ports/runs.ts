import type { HistoryEntry } from '../../core/decisions/history.ts'
import type { BatchPace, Loss } from '../../core/plan/batch-split.ts'
import type { Outcome } from '../../core/plan/change.ts'
import type { RecordKey } from '../../core/record/record.ts'
import type { Run, RunState } from '../../core/record/run.ts'

export interface Runs {
  read(runId: string): Promise<Run | undefined>
  state(runId: string): Promise<RunState | undefined>
  /** A fresh id such as `2026-11-20-3`. */
  nextId(now: Date): Promise<string>
  /**
   * Takes the mirror's lock and stores the run; false when another run holds the lock, or when product runs are active
   * beside which this one may not go on.
   */
  begin(run: Run): Promise<boolean>
  /** Stores a product run, which goes on beside others; false when the run with the lock must be alone. */
  beginProducts(run: Run): Promise<boolean>
  /** The ids of the active product runs. */
  products(): Promise<string[]>
  /** Takes the lock for a held or planned run, changes it and sets it to writing; false when it may not have it. */
  resume(runId: string, patch: Partial<Run>): Promise<boolean>
  /** Stores a held run, whose plan is stored already, without the lock. */
  hold(run: Run): Promise<void>
  /** The run that holds the lock. */
  activeId(): Promise<string | undefined>
  /** Newest first. */
  list(limit: number): Promise<Run[]>
  /** The runs that wait for approval, held or planned; newest first. */
  waiting(): Promise<Run[]>
  /**
   * Changes a run that is in one of the states `from` (default: any); undefined when it is not. A state that is not
   * at work gives the lock back, an ended one drops its plan.
   */
  update(runId: string, patch: Partial<Run>, from?: readonly RunState[]): Promise<Run | undefined>
  /**
   * Counters for progress and requests; approximate after a crash. `planned:de`, `changes:de` and `written:de` are
   * the share of one language.
   */
  advance(runId: string, counts: Readonly<Record<string, number>>): Promise<void>
  /** Sets counters such as totals, whatever they were before. */
  setProgress(runId: string, counts: Readonly<Record<string, number>>): Promise<void>
  progress(runId: string): Promise<Record<string, number>>
  /** Outcomes of records that were not simply unchanged, some hundred at a time. */
  scanOutcomes(runId: string): AsyncIterable<Outcome[]>
  saveOutcomes(runId: string, outcomes: readonly Outcome[]): Promise<void>
  /** Adds what one read of the catalogue listed to the GTINs of the run; earlier reads of the same run stay. */
  saveCatalog(runId: string, gtins: readonly string[]): Promise<void>
  /**
   * The GTINs of the run, or those of some that it lists, at most `size` at a time. Each group is of one read; later
   * reads change no earlier group.
   */
  walkCatalog(runId: string, size: number, only?: readonly string[]): AsyncIterable<string[]>
  /** How many GTINs the run lists, or how many of some. */
  countCatalog(runId: string, only?: readonly string[]): Promise<number>
  inCatalog(runId: string, gtins: readonly string[]): Promise<boolean[]>
}

/** What happened to records, read from the outcomes of the runs that are kept. */
export interface History {
  /** Newest first; as far back as `since`, or as runs are kept. */
  read(keys: readonly RecordKey[], since: Date): Promise<HistoryEntry[]>
}

/** Stored with a run, so that the count survives a crash and is shared by all processes. */
export interface Losses {
  /** How often the requests failed that carried these items; `ids` are a record's id or `<kind>:<name>`. */
  read(runId: string, ids: readonly string[]): Promise<(Loss | undefined)[]>
  save(runId: string, losses: ReadonlyMap<string, Loss>): Promise<void>
  pace(runId: string): Promise<BatchPace>
  /** Notes a smaller size. */
  shrink(runId: string, size: number): Promise<void>
  /** Notes that the CMS answered a batch of `sent` items; answers the size of the next one. */
  answered(runId: string, sent: number, at: number): Promise<number>
}
