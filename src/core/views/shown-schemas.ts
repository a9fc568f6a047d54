import { RefusedDecision } from '../decisions/bulk-decisions.ts'
import { PendingDecision } from '../decisions/pending-decision.ts'
import { BlankedVersionReport, ConflictReport } from '../report/open-decision-report.ts'
import { FindingReport } from '../report/findings/finding-report.ts'
import { Outcome } from '../run/change.ts'
import { PlanSummary } from '../run/plan-summary.ts'
import { PageDiff, PlannedCounts } from '../run/run.ts'

/** The schemas of values that both the API and the reports of commands contain, by their names in the references. */
export const shownSchemas = {
  Outcome,
  Finding: FindingReport,
  PlanSummary,
  PlannedCounts,
  PageDiff,
  Conflict: ConflictReport,
  Suspect: BlankedVersionReport,
  PendingDecision,
  RefusedDecision,
}
