import type { Outcome } from '../../core/run/change.ts'
import type { RecordKey } from '../../core/record/record.ts'
import type { Replaced } from '../../core/plan/undo-entry.ts'
import type { Snapshot } from '../../core/record/snapshot.ts'

/**
 * A run's outcome for a record, and the version that it replaced, if that is kept and the record was not written since.
 */
export type Done = { outcome: Outcome; replaced?: Replaced }

/** The stored data for undoing a run. */
export interface Undo {
  /** Undefined for records without an outcome in the run. */
  outcomes(runId: string, recordIds: readonly string[]): Promise<(Outcome | undefined)[]>
  /** The outcomes with the replaced version, if the run was the last to write the record's snapshot. */
  read(
    runId: string,
    wanted: readonly { key: RecordKey; snapshot: Snapshot | undefined }[],
  ): Promise<(Done | undefined)[]>
}
