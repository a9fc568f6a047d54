import { countOf, formatTime } from '../../core/text/format.ts'
import { lineOfProblem, viewOfProblem, type Problem } from '../../core/views/problem.ts'
import { describeDrift, describeWork, shownStateOf } from '../../core/report/run-summary.ts'
import { describeStates, type StateCounts } from '../../core/report/state-matrix.ts'
import type { Run } from '../../core/run/run.ts'
import { fitScreen, type Block } from '../terminal/fit-screen.ts'
import { toLastVerify } from '../json/verify-report.ts'
import { toHeldLines } from './held-lines.ts'
import { toLines } from './report.ts'
import { adviceText } from '../../core/reasons/command.ts'
import { namedMirror } from '../terminal/named-mirror.ts'

/** The content of `status`; runs newest first. */
export type StatusReport = {
  held: readonly Run[]
  /** The current limits of the mirror. */
  limited?: readonly string[]
  mirrored: number
  /** Records by state. */
  states: StateCounts
  workers: number
  next: Date | undefined
  /** The most severe first. */
  problems?: readonly Problem[]
  /** Records with a decision that is not carried out, and those whose page could not be written yet. */
  waiting: { decisions: number; deferred: number }
  /** Files that no page shows any more. */
  unused?: number
  /** Uploaded images whose smaller sizes are not created yet. */
  withoutSizes?: number
  recent: readonly Run[]
}

const shownRuns = 10
const shownNotes = 3

/** The mirror's status on one screen; decisions come first and are never omitted. */
export function toStatusLines(status: StatusReport, screen: { columns: number; rows: number }): string[] {
  const { held, limited = [], mirrored, states, workers, next, waiting, recent } = status
  const { unused = 0, withoutSizes = 0 } = status
  const [pressing, ...others] = held
  const [latest, ...earlier] = recent.slice(0, shownRuns)
  const size = `${countOf(mirrored, 'page')} mirrored; ${describeProcesses(workers, next)}`
  return fitScreen(
    [
      heldBlock(pressing, others),
      { lines: limited, least: Infinity },
      { lines: [size], least: 2 },
      { lines: toProblemLines(status), least: Infinity },
      { lines: toWaitingLines(waiting), least: Infinity },
      { lines: toUnusedLines(unused), least: 1 },
      { lines: toSizesLines(withoutSizes), least: 1 },
      { lines: toVerifyLines(status), least: 1, rowsOf: () => 2 },
      { lines: toStateLines(states), least: 0, rowsOf: () => 3 },
      {
        lines:
          latest === undefined
            ? [adviceText({ text: 'No run yet. Start one', argv: ['sync'] }, namedMirror())]
            : toLines(inShort(latest), { heldElsewhere: true }),
        least: 0,
        rowsOf: () => 3,
      },
      { lines: earlier.map(toRunLine), least: 0 },
    ],
    screen,
  )
}

/** Without a process, the scheduled run does not start. */
function describeProcesses(workers: number, next: Date | undefined): string {
  const at = next === undefined ? 'none' : formatTime(next.toISOString())
  if (workers > 0 || next === undefined)
    return `${countOf(workers, 'process', 'processes')} running; next scheduled run: ${at}`
  const text = `no process is running to start the run scheduled for ${at}`
  return adviceText({ text, argv: ['daemon'] }, namedMirror())
}

/** A small screen shortens reasons, but never commands. */
function heldBlock(pressing: Run | undefined, others: readonly Run[]): Block {
  if (pressing === undefined) return { lines: [], least: 0 }
  const reasons = pressing.guards.length + (pressing.refusal === null ? 0 : 1)
  const also = others.length === 0 ? [] : [`Also held: ${others.map(({ id }) => id).join(', ')}`]
  return {
    lines: [...toHeldLines(pressing), ...also],
    least: Infinity,
    rowsOf: (line) => (reasons > 2 && line.startsWith(' ') ? 1 : 2),
  }
}

/** Omits sample pages and most notes, which the run's own report contains. */
function inShort(run: Run): Run {
  const more = run.notes.length - shownNotes
  const notes =
    more > 0
      ? [
          ...run.notes.slice(0, shownNotes),
          { code: 'text' as const, text: `… and ${more} more: status --json` },
        ]
      : run.notes
  return { ...run, samples: [], notes }
}

/** The records by state, the most severe first; nothing for an empty mirror. */
function toStateLines(states: StateCounts): string[] {
  const counts = describeStates(states)
  return counts === '' ? [] : [`Records: ${counts}`]
}

function toRunLine(run: Run): string {
  return `  ${run.id.padEnd(14)} ${run.kind.padEnd(7)} ${shownStateOf(run).padEnd(10)} ${describeWork(run)}`
}

/** The problems that other lines show in more detail. */
const elsewhere: ReadonlySet<Problem['code']> = new Set(['outage', 'plan-held', 'schedule-missed'])

function toProblemLines({ problems = [], recent }: StatusReport): string[] {
  const isReported = (problem: Problem): boolean =>
    (problem.code === 'run-failed' || problem.code === 'run-partial') && problem.run.id === recent[0]?.id
  return problems
    .filter((problem) => !elsewhere.has(problem.code) && !isReported(problem))
    .map((problem) => lineOfProblem(viewOfProblem(problem, Date.now()), namedMirror()))
}

/** One line for each group of records that wait without needing attention. */
export function toWaitingLines({ decisions, deferred }: StatusReport['waiting']): string[] {
  const lines: [number, string, string[]?][] = [
    [decisions, 'on hold, reverted by undo, or with a decision to apply', ['decisions']],
    [deferred, 'deferred to a later run: the page is open or was edited'],
  ]
  return lines
    .filter(([count]) => count > 0)
    .map(([count, what, argv]) =>
      adviceText({ text: `${countOf(count, 'record')} ${what}`, argv }, namedMirror()),
    )
}

function toSizesLines(images: number): string[] {
  return images === 0
    ? []
    : [`${countOf(images, 'image waits', 'images wait')} for smaller sizes; a run creates them last`]
}

function toUnusedLines(unused: number): string[] {
  if (unused === 0) return []
  const text = `${countOf(unused, 'file is', 'files are')} no longer shown by any page`
  return [adviceText({ text, argv: ['status', '--unused-media'] }, namedMirror())]
}

/** The findings of the last verify in one line, unless they are a problem. */
export function toVerifyLines({
  problems = [],
  recent,
}: Pick<StatusReport, 'problems' | 'recent'>): string[] {
  const report = toLastVerify(recent)
  if (report === undefined || problems.some(({ code }) => code === 'drift')) return []
  return [`Last verify ${report.runId}, ${report.at.slice(0, 10)}: ${describeDrift(report)}`]
}
