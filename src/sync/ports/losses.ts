import type { BatchPace, Loss } from '../../core/plan/batch-split.ts'

/** Kept with a run, so that neither a crash nor another process counts anew. */
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
