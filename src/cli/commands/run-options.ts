import type { Run } from '../../core/record/run.ts'
import type { Approves } from '../shared/choose-plan.ts'
import type { PlanFormat } from '../output/print-plan.ts'

/** What the command line says about a run. */
export type SyncOptions = {
  kind: Run['kind']
  gtin?: string[]
  language?: string[]
  json?: boolean
  approve?: boolean
  format?: PlanFormat
  /** A verify repairs what is the mirror's to repair. */
  repair?: boolean
  /** Apply a held or dry run's plan instead of starting a run. */
  approves?: Approves
  /** Put back what this run wrote. */
  undoes?: string
  /** A person is asked before an undo. */
  asks?: boolean
}
