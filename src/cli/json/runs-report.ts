import { z } from 'zod'
import { Run } from '../../core/run/run.ts'
import { ofMirror } from './of-mirror.ts'
import { RunReport, toReport } from './run-report.ts'

/** A run in the list of `runs`; the plan, the notes and the samples are left to the run's own report. */
export const ListedRun = RunReport.omit({
  mirror: true,
  guards: true,
  refusal: true,
  samples: true,
  unknownFields: true,
  oddities: true,
  notes: true,
  summary: true,
  difference: true,
}).extend(Run.pick({ kind: true, trigger: true, scope: true, createdAt: true, finishedAt: true }).shape)

/** `runs`. */
export const RunsReport = z.strictObject({
  ...ofMirror,
  runs: z.array(ListedRun).describe('The newest first.'),
  more: z.boolean().describe('There are more runs than those listed.'),
})

export function toListedRun(run: Run): z.infer<typeof ListedRun> {
  return ListedRun.strip().parse({ ...run, ...toReport(run) })
}
