import type { FullReads } from '../../core/record/full-read.ts'

/** Whether the partner's ETags follow its data. */
export interface Etags {
  /** A whole run has started at a time (ms); the records whose turn it is since the one before are requested in full. */
  startRun(runId: string, at: number): Promise<void>
  /** Whose turn it is in a run; undefined: nobody's. `fault`: a record whose ETag did not follow its data. */
  read(runId: string): Promise<{ turns: FullReads | undefined; fault: string | undefined }>
  /** Stores such a record for a month: ETags are not sent meanwhile. */
  saveFault(recordId: string): Promise<void>
}
