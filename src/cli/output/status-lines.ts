import { countOf, formatTime, listCounts } from '../../core/report/format.ts'
import { lineOfProblem, viewOfProblem } from '../../core/views/problem.ts'
import { describeWork, shownStateOf } from '../../core/report/run-summary.ts'
import { describeStates, type StateCounts } from '../../core/decisions/state-matrix.ts'
import { activeStates, type Run } from '../../core/record/run.ts'
import { fitScreen, type Block } from '../terminal/fit-screen.ts'
import { toHeldLines } from './held-lines.ts'
import { toLines } from './report.ts'
import { adviceText } from '../../core/reasons/command.ts'

/** Waiting records by their reason. */
type Waiting = Record<'conflicts' | 'suspects' | 'decisions' | 'deferred' | 'failing' | 'quarantined', number>

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
  waiting: Waiting
  /** Files that no page shows any more. */
  unused?: number
  /** Products whose pages may contain an outdated link. */
  staleLinks?: number
  recent: readonly Run[]
}

const shownRuns = 10
const shownNotes = 3

/** The mirror's status on one screen; decisions come first and are never omitted. */
export function toStatusLines(status: StatusReport, screen: { columns: number; rows: number }): string[] {
  const { held, limited = [], mirrored, states, workers, next, waiting, unused = 0, recent } = status
  const [pressing, ...others] = held
  const [latest, ...earlier] = recent.slice(0, shownRuns)
  const size = `${countOf(mirrored, 'page')} mirrored; ${describeProcesses(workers, next)}`
  return fitScreen(
    [
      heldBlock(pressing, others),
      { lines: limited, least: Infinity },
      { lines: [size], least: 2 },
      { lines: toWaitingLines(waiting), least: Infinity },
      { lines: toLinkLines(status), least: 1 },
      { lines: toUnusedLines(unused), least: 1 },
      { lines: toVerifyLines(recent), least: 1, rowsOf: () => 2 },
      { lines: toStateLines(states), least: 0, rowsOf: () => 3 },
      {
        lines:
          latest === undefined
            ? [adviceText({ text: 'No run yet. Start one', argv: ['sync'] })]
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
  return adviceText({ text: `no process is running to start the run scheduled for ${at}`, argv: ['daemon'] })
}

/** A small screen shortens reasons, but never commands. */
function heldBlock(pressing: Run | undefined, others: readonly Run[]): Block {
  if (pressing === undefined) return { lines: [], least: 0 }
  const reasons = pressing.guards.length + (pressing.refusal === undefined ? 0 : 1)
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
    more > 0 ? [...run.notes.slice(0, shownNotes), `… and ${more} more: status --json`] : run.notes
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

/** One line for each group of waiting records, with the command that lists them. */
export function toWaitingLines(waiting: Waiting): string[] {
  const { conflicts, suspects, decisions, deferred, failing, quarantined } = waiting
  const lines: [number, string, string[]?][] = [
    [conflicts, 'changed by both editor and partner', ['decisions']],
    [suspects, 'held because fields were emptied', ['decisions']],
    [decisions, 'on hold, put back by undo, or with a decision to apply', ['decisions']],
    [deferred, 'deferred to a later run: the page is open or was edited'],
    [failing - quarantined, 'failed in the last run', ['status', '--failing']],
    [quarantined, 'in quarantine after repeated failures', ['status', '--failing']],
  ]
  return lines
    .filter(([count]) => count > 0)
    .map(([count, what, argv]) => adviceText({ text: `${countOf(count, 'record')} ${what}`, argv }))
}

/** An active run corrects links itself. */
function toLinkLines({ staleLinks: count = 0, recent }: StatusReport): string[] {
  const isActive = recent.some(({ state }) => activeStates.includes(state))
  return count === 0 || isActive
    ? []
    : [lineOfProblem(viewOfProblem({ code: 'links-outdated', count }, Date.now()))]
}

function toUnusedLines(unused: number): string[] {
  if (unused === 0) return []
  const text = `${countOf(unused, 'file is', 'files are')} no longer shown by any page`
  return [adviceText({ text, argv: ['status', '--unused-media'] })]
}

/** The findings of the last verify, for `status --json`; undefined without one. */
export function toVerifyReport(runs: readonly Run[]) {
  const run = runs.find(({ kind, findings, finishedAt }) => kind === 'verify' && findings && finishedAt)
  if (run === undefined) return undefined
  const { id: runId, finishedAt, findings = {}, repaired = {} } = run
  return { runId, at: finishedAt, findings, repaired }
}

/** The findings of the last verify in one line. */
export function toVerifyLines(runs: readonly Run[]): string[] {
  const report = toVerifyReport(runs)
  if (report === undefined) return []
  const { runId, at = '', findings, repaired } = report
  const [found, fixed] = [listCounts(findings), listCounts(repaired)]
  const parts = [
    found === '' ? 'no drift found' : `drift found: ${found} (product-mirror verify)`,
    ...(fixed === '' ? [] : [`${fixed} repaired`]),
  ]
  return [`Last verify ${runId}, ${at.slice(0, 10)}: ${parts.join('; ')}`]
}
