import type { Outcome } from '../../core/plan/change.ts'
import type { RecordKey } from '../../core/record/record.ts'
import type { Replaced } from '../../core/plan/undo-entry.ts'
import type { Snapshot } from '../../core/record/snapshot.ts'

/** What a run did to a record, and the version it replaced, if that is kept and nothing was written since. */
export type Done = { outcome: Outcome; replaced?: Replaced }

/** What it takes to undo a run. */
export interface Undo {
  /** Undefined for records that the run did nothing with. */
  outcomes(runId: string, recordIds: readonly string[]): Promise<(Outcome | undefined)[]>
  /** The same with the replaced version, if the record's snapshot is still the one that the run left. */
  read(
    runId: string,
    wanted: readonly { key: RecordKey; snapshot: Snapshot | undefined }[],
  ): Promise<(Done | undefined)[]>
}
