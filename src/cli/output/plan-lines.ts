import { withoutApproval } from '../../core/plan/guards.ts'
import { isWaiting, type Run } from '../../core/record/run.ts'
import { toFieldLines } from './diff-lines.ts'
import { toCommandLines, toPlanLine, toSampleLines } from './held-lines.ts'
import type { Paint, Style } from '../terminal/color.ts'
import { toPlain } from '../terminal/plain.ts'
import { otherCauses, type PlannedRecord } from './plan-records.ts'
import { wrapLine } from '../terminal/wrap.ts'

/** How lines look: their colours, and the width to break them at. */
export type Look = { paint: Paint; columns?: number | undefined }

const marks = { create: '+', update: '~', restore: '^', retire: '-' } as const
const colours = { create: 'green', update: 'yellow', restore: 'green', retire: 'red' } as const
const styles = { '-': 'red', '+': 'green', ' ': 'dim' } as const
const indent = ' '.repeat(4)
const restoreWhy = 'back at the partner'
const widestField = 28

/**
 * One planned record as lines for people: its change, and below it old → new of each field. `again`: it is the same
 * product as the one before.
 */
export function toRecordLines(record: PlannedRecord, { paint, columns }: Look, again = false): string[] {
  const { gtin, kind, language, diffs = [] } = record
  const widest = Math.min(widestField, Math.max(0, ...diffs.map(({ field }) => field.length)))
  const room = columns === undefined ? undefined : Math.min(56, columns - widest - indent.length - 5)
  const wrapped = (line: string): string[] => (columns === undefined ? [line] : wrapLine(line, columns))
  const painted = (style: Style, line: string): string[] => wrapped(line).map((each) => paint(style, each))
  const [first = '', ...more] = wrapped(
    `${marks[kind]} ${gtin} ${language.padEnd(6)} ${headOf(record)}`.trimEnd(),
  )
  const causes = otherCauses(record)
  return [
    first
      .replace(gtin, (product) => paint(again ? 'dim' : 'bold', product))
      .replace(marks[kind], (mark) => paint(colours[kind], mark)),
    ...more,
    ...diffs
      .map((diff) => toFieldLines(diff, room))
      .flatMap(({ field, short, lines }) =>
        short === undefined
          ? [
              `${indent}${field}`,
              ...lines.flatMap(({ mark, text }) =>
                painted(styles[mark], `${indent}  ${mark} ${text}`.trimEnd()),
              ),
            ]
          : [
              `${indent}${field.padEnd(widest)}  ${paint('red', short.before)} → ${paint('green', short.after)}`,
            ],
      ),
    ...(causes.length > 0 ? wrapped(`${indent}because ${causes.join('; ')}`) : []),
  ]
}

/** Name and, where no field tells it, why. */
export function headOf({ kind, name, reason }: PlannedRecord): string {
  const why = kind === 'restore' ? restoreWhy : reason
  return toPlain([name, why].filter((part) => part !== undefined && part !== '').join(': '))
}

/** A record’s fields as the lines of a Markdown `diff` fence: none begins so that it could end the fence. */
export function toFenceLines(record: PlannedRecord): string[] {
  const causes = otherCauses(record)
  return [
    ...(record.diffs ?? [])
      .map((diff) => toFieldLines(diff))
      .flatMap(({ field, short, lines }) => [
        `@@ ${field} @@`,
        ...(short === undefined
          ? lines.map(({ mark, text }) => (mark === ' ' ? `@@ ${text} @@` : `${mark} ${text}`))
          : [`- ${short.before}`, `+ ${short.after}`]),
      ]),
    ...causes.map((cause) => `@@ because ${cause} @@`),
  ]
}

/** The plan in numbers. */
export function toSummary({ planned, counts }: Run): string {
  const { create, update, restore, retire } = planned
  return `${create} to create, ${update} to update, ${restore} to restore, ${retire} to retire; ${counts.unchanged} unchanged, ${counts.failed} not readable`
}

/** What to type to end the wait of a plan that has changes. */
export function toWaitLines(run: Run): string[] {
  return isWaiting(run) && Object.values(run.planned).some((count) => count > 0) ? toCommandLines(run) : []
}

/** What keeps a plan from being applied as it is: why the last approval was refused, what a guard holds or would hold. */
export function toObstacles({ state, refusal, guards }: Run): { head: string; text: string }[] {
  const head = state === 'held' ? 'Held:' : 'Would be held:'
  return [
    ...(refusal === undefined ? [] : [{ head: 'Refused:', text: refusal }]),
    ...guards.map(({ message }) => ({ head, text: withoutApproval(message) })),
  ]
}

/** What ends a plan: pages under a changed template, the numbers, and what keeps it from being applied. */
export function toEndLines(run: Run, paint: Paint): string[] {
  return [
    ...toSampleLines(run.samples),
    `${paint('bold', `Plan ${run.id}:`)} ${toSummary(run)}`,
    ...toPlanLine(run),
    ...toObstacles(run).map(({ head, text }) => `${paint('yellow', head)} ${toPlain(text)}`),
    ...toWaitLines(run),
    ...(run.failure ? [`${paint('red', 'FAILED:')} ${toPlain(run.failure.message)}`] : []),
  ]
}
