import { z } from 'zod'
import { commandText } from '../../core/reasons/command.ts'
import { noteText } from '../../core/report/notes/note-text.ts'
import { guardMessage } from '../../core/report/guard-text.ts'
import { canBeApproved } from '../../core/report/plan-approval.ts'
import { approvedPartText } from '../../core/report/plan-part.ts'
import { refusalText } from '../../core/report/refusal-text.ts'
import { nextCommand, planCommands } from '../../core/run/plan-commands.ts'
import { ofMirror } from './of-mirror.ts'
import { Counts, isWaiting, Run, RunState, workedMs } from '../../core/run/run.ts'
import { compact } from '../../lib/compact.ts'
import { namedMirror } from '../terminal/named-mirror.ts'

/** A run as commands print it with `--json`. */
export const RunReport = z.strictObject({
  ...ofMirror,
  runId: z.string(),
  state: RunState,
  ...Counts.omit({ undone: true }).shape,
  held: z.int().describe('Records on hold, and those of a held plan.'),
  undone: z.int().optional().describe('Only of an undo: the restored records.'),
  seconds: z.number().describe('The time that the run was active.'),
  guards: z.array(z.string()).optional().describe('Why the plan is held, with the command that approves it.'),
  approvedPart: z
    .string()
    .optional()
    .describe('The approved part of the plan in words: `a sample of 5 records`; absent for a whole plan.'),
  refusal: z.string().optional().describe('Why the last approval was refused.'),
  samples: Run.shape.samples.optional(),
  unknownFields: Run.shape.unknownFields.optional(),
  oddities: Run.shape.oddities.optional(),
  notes: z
    .array(z.string())
    .optional()
    .describe('Problems that did not stop the run: catalogue errors, failed media, foreign pages.'),
  ...Run.pick({
    planned: true,
    media: true,
    requests: true,
    undoes: true,
    planDigest: true,
    supersededBy: true,
    rest: true,
    restOf: true,
    samePlanAs: true,
    plannedAgainBy: true,
    difference: true,
    summary: true,
    conflicts: true,
    keptEdits: true,
    unfetched: true,
    failure: true,
  }).shape,
})
export type RunReport = z.infer<typeof RunReport>

export function toReport(run: Run): RunReport {
  const mirror = namedMirror()
  const { undone, held, ...counts } = run.counts
  const planned = Object.values(run.planned).reduce((sum, count) => sum + count, 0)
  return compact({
    runId: run.id,
    state: run.state,
    ...counts,
    held: held + (run.state === 'held' ? planned : 0),
    ...(run.undoes !== undefined && { undoes: run.undoes, undone }),
    planned: run.planned,
    media: run.media,
    requests: run.requests,
    seconds: Math.round(workedMs(run, Date.now()) / 100) / 10,
    planDigest: run.planDigest,
    ...(run.refusal !== null && run.state === 'held' && { refusal: refusalText(run.refusal, run, mirror) }),
    approvedPart: approvedPartText(run),
    supersededBy: run.supersededBy,
    rest: run.rest,
    restOf: run.restOf,
    samePlanAs: run.samePlanAs,
    plannedAgainBy: run.plannedAgainBy,
    difference: run.difference,
    ...(run.summary !== undefined && isWaiting(run) && { summary: run.summary }),
    ...(run.samples.length > 0 && isWaiting(run) && { samples: run.samples }),
    ...(run.guards.length > 0 && { guards: run.guards.map((verdict) => guardMessage(verdict, run, mirror)) }),
    conflicts: run.conflicts,
    keptEdits: run.keptEdits,
    unfetched: run.unfetched,
    ...(run.unknownFields.length > 0 && { unknownFields: run.unknownFields }),
    ...(run.oddities.length > 0 && { oddities: run.oddities }),
    ...(run.notes.length > 0 && { notes: run.notes.map((note) => noteText(note, mirror)) }),
    failure: run.failure,
  })
}

/** A held run in `status --json`: its plan, since when it waits, why, and the commands that end it. */
export const HeldRun = RunReport.pick({
  runId: true,
  planned: true,
  planDigest: true,
  guards: true,
  refusal: true,
  summary: true,
  samples: true,
}).extend({
  since: z.string().describe('ISO 8601.'),
  approve: z.string().exactOptional().describe('The command that approves the plan.'),
  next: z.string().exactOptional().describe('The next command, if the plan cannot be approved.'),
  cancel: z.string().describe('The command that discards the plan.'),
})

type HeldRun = z.infer<typeof HeldRun>

export function toHeldRun(run: Run): HeldRun {
  const { runId, planned, planDigest, guards, refusal, summary, samples } = toReport(run)
  const since = run.finishedAt ?? run.createdAt
  const mirror = namedMirror()
  const next = { [canBeApproved(run) ? 'approve' : 'next']: commandText(nextCommand(run), mirror) }
  const cancel = commandText(planCommands(run).cancel, mirror)
  return { runId, since, planned, planDigest, guards, refusal, summary, samples, ...next, cancel }
}
