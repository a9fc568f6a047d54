import type { FullReads } from '../../core/record/full-read.ts'

/** Whether the partner's ETags change with its data. */
export interface Etags {
  /** Records the start of a whole run (ms). It requests the records in full that are due since the whole run before. */
  startRun(runId: string, at: number): Promise<void>
  /** The records that a run requests in full. `fault`: a record whose ETag did not change with its data. */
  read(runId: string): Promise<{ turns: FullReads | undefined; fault: string | undefined }>
  /** Stores such a record for a month, in which no ETags are sent. */
  saveFault(recordId: string): Promise<void>
}
