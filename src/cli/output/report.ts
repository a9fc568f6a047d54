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
import { isWaiting, type Run } from '../../core/run/run.ts'
import { adviceText, commandText, type Advice } from '../../core/reasons/command.ts'
import { toOneLine } from '../../lib/text/one-line.ts'
import { toPlanLines, toSampleLines } from './held-lines.ts'
import { namedMirror } from '../terminal/named-mirror.ts'

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
  const notes = notesOf(run, namedMirror())
  const more = notes.length - shownNotes
  const shown = notes.slice(0, shownNotes).map((note) => `  note      ${note}`)
  return more > 0 ? [...shown, `  note      … and ${more} more: status --json`] : shown
}

/** A run that failed, or some of whose records failed, for `--quiet`; nothing for any other. */
export function toErrorLines(run: Run): string[] {
  if (run.state !== 'failed' && run.state !== 'partial') return []
  return [describeRun(run), ...toFailureLines(run)].map(toOneLine)
}

function toFailureLines(run: Run): string[] {
  const { failure } = run
  return failure ? [`  FAILED    ${failure.message}`, `  next      ${remedyOf(run)}`] : []
}

function toExplainedLine({ label, ...advice }: Advice & { label: string }): string {
  return `  ${label.padEnd(8)}  ${adviceText(advice, namedMirror())}`
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
  const revert = commandText({ argv: ['undo', id] }, namedMirror())
  const decisions = commandText({ argv: ['decisions'] }, namedMirror())
  return [
    `  pages     ${formatCount(undone)} reverted, ${formatCount(records - undone - failed)} left unchanged, ${formatCount(failed)} failed`,
    `  requests  ${describeRequests(run)}`,
    ...(undone > 0
      ? [
          `  lasts     The earlier content stays until the partner changes the product. Pages that were trashed or restored stay until you release them: ${decisions}`,
          `  revert    ${revert}; for one record, see what it allows: ${decisions}`,
        ]
      : []),
  ]
}
