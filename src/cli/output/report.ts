import { canBeApproved } from '../../core/report/plan-approval.ts'
import {
  countsOf,
  describeMedia,
  describeRequests,
  explainCounts,
  type CountName,
} from '../../core/report/run-counts.ts'
import { countOf, formatCount } from '../../core/text/format.ts'
import {
  describeDuration,
  describeInFull,
  describeRun,
  notesOf,
  remedyOf,
} from '../../core/report/run-summary.ts'
import { isWaiting, workedMs, type Run } from '../../core/run/run.ts'
import { adviceText, commandText, type Advice } from '../../core/reasons/command.ts'
import { toOneLine } from '../../lib/text/one-line.ts'
import { toPlanLines, toSampleLines } from './held-lines.ts'
import { nextCommand, planCommands } from '../../core/run/plan-commands.ts'
import { guardMessage } from '../../core/report/guard-text.ts'
import { refusalText } from '../../core/report/refusal-text.ts'

/** The JSON object that `sync --json` and `status --json` print; `seconds` is the run's duration. */
export type Report = ReturnType<typeof toReport>

export function toReport(run: Run) {
  const { undone, held, ...counts } = run.counts
  const planned = Object.values(run.planned).reduce((sum, count) => sum + count, 0)
  return {
    runId: run.id,
    state: run.state,
    ...counts,
    held: held + (run.state === 'held' ? planned : 0),
    ...(run.undoes !== undefined && { undoes: run.undoes, undone }),
    planned: run.planned,
    media: run.media,
    requests: run.requests,
    seconds: Math.round(workedMs(run, Date.now()) / 100) / 10,
    ...(run.planDigest !== undefined && { planDigest: run.planDigest }),
    ...(run.refusal !== null && run.state === 'held' && { refusal: refusalText(run.refusal, run) }),
    ...(run.supersededBy !== undefined && { supersededBy: run.supersededBy }),
    ...(run.rest !== undefined && { rest: run.rest }),
    ...(run.restOf !== undefined && { restOf: run.restOf }),
    ...(run.samePlanAs !== undefined && { samePlanAs: run.samePlanAs }),
    ...(run.plannedAgainBy !== undefined && { plannedAgainBy: run.plannedAgainBy }),
    ...(run.difference !== undefined && { difference: run.difference }),
    ...(run.summary !== undefined && isWaiting(run) && { summary: run.summary }),
    ...(run.samples.length > 0 && isWaiting(run) && { samples: run.samples }),
    ...(run.guards.length > 0 && { guards: run.guards.map((verdict) => guardMessage(verdict, run)) }),
    ...(run.conflicts !== undefined && { conflicts: run.conflicts }),
    ...(run.keptEdits !== undefined && { keptEdits: run.keptEdits }),
    ...(run.unfetched !== undefined && { unfetched: run.unfetched }),
    ...(run.unknownFields.length > 0 && { unknownFields: run.unknownFields }),
    ...(run.oddities.length > 0 && { oddities: run.oddities }),
    ...(run.notes.length > 0 && { notes: run.notes }),
    ...(run.failure && { failure: run.failure }),
  }
}

/** A held run in `status --json`: its plan, since when it waits, why, and the commands that end it. */
export function toHeldReport(run: Run) {
  const { runId, planned, planDigest, guards, refusal, samples, summary } = toReport(run)
  const since = run.finishedAt ?? run.createdAt
  const next = { [canBeApproved(run) ? 'approve' : 'next']: commandText(nextCommand(run)) }
  const cancel = commandText(planCommands(run).cancel)
  return { runId, since, planned, planDigest, guards, refusal, summary, samples, ...next, cancel }
}

const shownNotes = 10
const pageCounts: ReadonlySet<CountName> = new Set(['created', 'updated', 'restored', 'retired', 'unchanged'])

/** A run's report as text; `heldElsewhere`: its plan is shown elsewhere on the screen. */
export function toLines(run: Run, { heldElsewhere = false } = {}): string[] {
  const { counts, samples, state } = run
  const showsPlan = state !== 'held' || !heldElsewhere
  const took = describeDuration(run, Date.now())
  return [
    describeRun(run),
    ...(took === undefined ? [] : [`  took      ${took} for ${countOf(counts.records, 'record')}`]),
    ...(run.undoes === undefined ? toCountLines(run) : toUndoLines(run)),
    ...toConflictLines(run),
    ...toNoteLines(run),
    ...(showsPlan ? toPlanLines(run) : []),
    ...(showsPlan && isWaiting(run) ? toSampleLines(samples) : []),
    ...toFailureLines(run),
  ].map(toOneLine)
}

/** A run on one line, with the problems below it: for a log, a mail of cron or another program. */
export function toBriefLines(run: Run): string[] {
  const explained = explainCounts(run).filter(({ argv }) => argv !== undefined)
  return [
    isWaiting(run) ? describeRun(run) : describeInFull(run),
    ...explained.map(toExplainedLine),
    ...toConflictLines(run),
    ...toNoteLines(run),
    ...toPlanLines(run),
    ...(isWaiting(run) ? toSampleLines(run.samples) : []),
    ...toFailureLines(run),
  ].map(toOneLine)
}

function toConflictLines({ conflicts = 0 }: Run): string[] {
  if (conflicts === 0) return []
  const text = `${countOf(conflicts, 'record')} changed by both editor and partner`
  return [toExplainedLine({ label: 'conflict', text, argv: ['decisions'] })]
}

function toNoteLines(run: Run): string[] {
  const notes = notesOf(run)
  const more = notes.length - shownNotes
  const shown = notes.slice(0, shownNotes).map((note) => `  note      ${note}`)
  return more > 0 ? [...shown, `  note      … and ${more} more: status --json`] : shown
}

function toFailureLines(run: Run): string[] {
  const { failure } = run
  return failure ? [`  FAILED    ${failure.message}`, `  next      ${remedyOf(run)}`] : []
}

function toExplainedLine({ label, ...advice }: Advice & { label: string }): string {
  return `  ${label.padEnd(8)}  ${adviceText(advice)}`
}

function toCountLines(run: Run): string[] {
  const pages = countsOf(run).filter(({ name }) => pageCounts.has(name))
  const numbers = pages.map(({ label, count }) => `${formatCount(count)} ${label}`)
  return [
    ...(pages.some(({ count }) => count > 0) ? [`  pages     ${numbers.join(', ')}`] : []),
    ...(Object.values(run.media).some((count) => count > 0) ? [`  media     ${describeMedia(run)}`] : []),
    `  requests  ${describeRequests(run)}`,
    ...explainCounts(run).map(toExplainedLine),
  ]
}

function toUndoLines(run: Run): string[] {
  const { id, counts } = run
  const { records, undone, failed } = counts
  return [
    `  pages     ${formatCount(undone)} reverted, ${formatCount(records - undone - failed)} left unchanged, ${formatCount(failed)} failed`,
    `  requests  ${describeRequests(run)}`,
    ...(undone > 0
      ? [
          '  lasts     Texts stay until the partner changes the product. Pages that were trashed or restored stay until you release them: product-mirror decisions',
          `  revert    product-mirror undo ${id}; for one record, see what it allows: product-mirror decisions`,
        ]
      : []),
  ]
}
