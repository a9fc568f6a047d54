import type { Run } from '../../core/record/run.ts'
import type { Approves } from '../shared/choose-plan.ts'
import type { PlanFormat } from '../output/print-plan.ts'

/** The command line's options for a run. */
export type SyncOptions = {
  kind: Run['kind']
  gtin?: string[]
  language?: string[]
  json?: boolean
  approve?: boolean
  format?: PlanFormat
  /** A verify repairs what the mirror may repair. */
  repair?: boolean
  /** Apply a held or dry run's plan instead of starting a run. */
  approves?: Approves
  /** The run to undo. */
  undoes?: string
  /** Ask before an undo. */
  asks?: boolean
}
