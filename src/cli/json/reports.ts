import { z } from 'zod'
import { HistoryReport } from '../../core/report/history.ts'
import { DecisionsReport, ResolveAllReport, ResolveRefusal, ResolveReport } from './decision-reports.ts'
import { ofMirror } from './of-mirror.ts'
import { PlanReport } from './plan-report.ts'
import { RunReport } from './run-report.ts'
import {
  CheckReport,
  DoctorReport,
  EmptyStatusReport,
  StatusReport,
  UnusedMediaReport,
} from './status-report.ts'
import { RunsReport } from './runs-report.ts'
import { VerifyReport } from './verify-report.ts'

/** The objects that each command may print with `--json`. */
export const reports = {
  sync: z.union([RunReport]),
  plan: z.union([PlanReport]),
  approve: z.union([RunReport, VerifyReport]),
  verify: z.union([VerifyReport, RunReport]),
  undo: z.union([RunReport]),
  rebuild: z.union([RunReport]),
  runs: z.union([RunsReport]),
  status: z.union([StatusReport, EmptyStatusReport, CheckReport, UnusedMediaReport]),
  decisions: z.union([DecisionsReport]),
  resolve: z.union([ResolveReport, ResolveRefusal, ResolveAllReport]),
  history: z.union([HistoryReport.extend(ofMirror)]),
  doctor: z.union([DoctorReport]),
}

/** The output of a command with `--json`. */
export type Report = z.infer<(typeof reports)[keyof typeof reports]>
