import type { Outcome } from '../../core/change.ts'
import type { Replaced } from '../../core/replaced.ts'

/** What a run did to a record, and what stood there before, as long as that is kept. */
export type Done = { outcome: Outcome; replaced?: Replaced }

/** What it takes to undo a run. */
export interface Undo {
  /** Undefined for records that the run did nothing with. */
  read(runId: string, recordIds: readonly string[]): Promise<(Done | undefined)[]>
}
