import type { FullReads } from '../../core/record/full-read.ts'

/** Whether the partner's ETags change with its data. */
export interface Etags {
  /**
   * Stores the start of a whole run (ms). The run requests in full the records that are due since the previous whole
   * run.
   */
  startRun(runId: string, at: number): Promise<void>
  /** The records that a run requests in full, and a record whose ETag did not change with its data. */
  read(runId: string): Promise<{ turns: FullReads | undefined; fault: string | undefined }>
  /** Stores such a record for a month; no ETags are sent in that time. */
  saveFault(recordId: string): Promise<void>
}
