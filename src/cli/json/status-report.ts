import { z } from 'zod'
import { FailingReport } from '../../core/report/record-reports.ts'
import { UnusedMedia } from '../../core/media/unused-media.ts'
import { LimitEnds, Outages, WritePause } from '../../core/report/pauses.ts'
import { problemKindNames } from '../../core/views/problem-kinds.ts'
import { ofMirror } from './of-mirror.ts'
import { HeldRun, RunReport } from './run-report.ts'
import { LastVerify } from './verify-report.ts'

const status = {
  ...ofMirror,
  mirrored: z.int().describe('Mirrored pages.'),
  limitedUntil: LimitEnds.exactOptional().describe(
    'The times until which upstreams limit requests, ISO 8601.',
  ),
  outages: Outages.exactOptional().describe('The upstreams that are down.'),
  writePause: WritePause.exactOptional().describe('Why nothing is written to the CMS now.'),
  states: z.record(z.string(), z.int()).describe('The number of records in each state.'),
  processes: z.int().describe('The processes that run.'),
  nextRunAt: z.string().nullable().describe('ISO 8601; null without a process that would start the run.'),
  ...FailingReport.shape,
  waiting: z.strictObject({
    conflicts: z.int(),
    suspects: z.int().describe('Versions that are held for emptied fields or unusual values.'),
    decisions: z.int().describe('Holds, undone pages and decisions that are not carried out.'),
    deferred: z.int(),
  }),
  unusedMedia: z.int().describe('Files that no page shows any more.'),
  imagesWithoutSizes: z.int().describe('Uploaded images whose smaller sizes are not created yet.'),
  staleLinks: z.int().describe('Products whose pages may be linked at an outdated URL.'),
  lastVerify: LastVerify.nullable(),
  heldRuns: z.array(HeldRun),
  recent: z.array(RunReport).describe('The last runs, the newest first.'),
}

/** `status`: the last run, and the state of the mirror. */
export const StatusReport = RunReport.extend(status)

/** `status` of a mirror without a run. */
export const EmptyStatusReport = z.strictObject({
  runId: z.null(),
  state: z.literal('never run'),
  ...status,
})

/** `status --check`. */
export const CheckReport = z.strictObject({
  ...ofMirror,
  ok: z.boolean(),
  exitCode: z.int(),
  problems: z
    .array(z.strictObject({ exitCode: z.int(), kind: z.enum(problemKindNames), text: z.string() }))
    .describe('The most severe first.'),
})

/** `status --unused-media`. */
export const UnusedMediaReport = z.strictObject({
  ...ofMirror,
  unusedMedia: z.array(UnusedMedia).describe('The longest unused first.'),
})

/** The result of one check of `doctor`. */
export const Checked = z.strictObject({
  name: z.string(),
  state: z.enum(['ok', 'warning', 'failed']),
  text: z.string(),
  remedy: z.string().exactOptional(),
})
export type Checked = z.infer<typeof Checked>

export const DoctorReport = z.strictObject({ ...ofMirror, ok: z.boolean(), checks: z.array(Checked) })
