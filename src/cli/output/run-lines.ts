import { adviceText } from '../../core/reasons/command.ts'
import { describeDuration, describeWork, shownStateOf } from '../../core/report/run-summary.ts'
import type { Run } from '../../core/run/run.ts'
import { toOneLine } from '../../lib/text/one-line.ts'
import { namedMirror } from '../terminal/named-mirror.ts'
import { wrapLine } from '../terminal/wrap.ts'

/** The width from which the result of a run fits on the line of its other columns. */
const wide = 110

const head = ['run', 'started (UTC)', 'kind', 'trigger', 'state', 'active for']
const widths = [14, 16, 7, 9, 10, 12]

/**
 * A table of runs with its head; `columns` is the terminal's width, and `now` in milliseconds. On a narrow terminal, the
 * result of a run follows on the next line.
 */
export function toRunLines(runs: readonly Run[], now: number, columns?: number): string[] {
  if (columns !== undefined && columns < wide)
    return [
      lineOf(head),
      ...runs.flatMap((run) => [lineOf(cellsOf(run, now)), ...wrapLine(`  ${resultOf(run)}`, columns, 2)]),
    ]
  const hang = widths.reduce((sum, width) => sum + width + 1, 0)
  return [
    lineOf([...head, 'result']),
    ...runs.flatMap((run) => {
      const line = lineOf([...cellsOf(run, now), resultOf(run)])
      return columns === undefined ? [line] : wrapLine(line, columns, hang)
    }),
  ]
}

/** The work of a run; for a failed one, its reason and whatever it did. */
function resultOf(run: Run): string {
  const { failure, counts } = run
  if (failure === undefined) return toOneLine(describeWork(run))
  const work = counts.records === 0 ? '' : ` (${describeWork(run)})`
  return toOneLine(failure.message + work)
}

/** The line instead of an empty table; `states`: those that were requested. */
export function toNoRunsLine(states: readonly string[]): string {
  if (states.length > 0) return `No run in this state: ${states.join(', ')}.`
  return adviceText({ text: 'No run yet. Start one', argv: ['sync'] }, namedMirror())
}

function cellsOf(run: Run, now: number): string[] {
  const { id, createdAt, kind, trigger } = run
  const started = `${createdAt.slice(0, 10)} ${createdAt.slice(11, 16)}`
  return [id, started, kind, trigger, shownStateOf(run), describeDuration(run, now) ?? '']
}

function lineOf(cells: readonly string[]): string {
  return cells
    .map((cell, index) => cell.padEnd(widths[index] ?? 0))
    .join(' ')
    .trimEnd()
}
