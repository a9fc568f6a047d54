import { bothVersions, type DiffBlock } from '../../core/report/markdown.ts'
import { causeOfField } from '../../core/report/history.ts'
import type { ValueDiff } from '../../core/plan/product-diff.ts'
import type { PlannedView } from '../../core/views/change-view.ts'
import { hasChanges, obstacleHeads, obstaclesOf, shortDigest } from '../../core/report/plan-approval.ts'
import { countOf, formatCount } from '../../core/text/format.ts'
import { describePlanned } from '../../core/report/run-counts.ts'
import { isWaiting, type Run } from '../../core/run/run.ts'
import { toFieldLines } from './diff-lines.ts'
import { toCommandLines, toSampleLines } from './held-lines.ts'
import type { Paint, Style } from '../terminal/color.ts'
import { toOneLine } from '../../lib/text/one-line.ts'
import { toPatternLines } from './pattern-lines.ts'
import { wrapLine } from '../terminal/wrap.ts'
import { namedMirror } from '../terminal/named-mirror.ts'

export type Look = { paint: Paint; columns?: number | undefined }

const marks = { create: '+', update: '~', restore: '^', retire: '-' } as const
const colours = { create: 'green', update: 'yellow', restore: 'green', retire: 'red' } as const
const styles = { '-': 'red', '+': 'green', ' ': 'dim' } as const
const indent = ' '.repeat(4)
const restoreWhy = 'back at the partner'
const widestField = 28
const mostPatterns = 12

/** A planned record with old → new of each field. `again`: the previous record is of the same product. */
export function toRecordLines(record: PlannedView, look: Look, again = false): string[] {
  const single = toSingleLine(record, look, again)
  return single === undefined ? toBlockLines(record, look, again) : [single]
}

/**
 * One short change on one line, with the product's name if there is room; undefined if it takes more lines.
 */
function toSingleLine(record: PlannedView, { paint, columns }: Look, again: boolean): string | undefined {
  const { gtin, what, language, name = '' } = record
  const [diff, more] = diffsOf(record).map((each) => toFieldLines(each))
  if (diff?.short === undefined || more !== undefined || otherCauses(record).length > 0) return undefined
  const { field, short } = diff
  const head = `${marks[what]} ${gtin} ${language.padEnd(6)} `
  const text = `${head}${field} ${short.before} → ${short.after}`
  const room = columns ?? Infinity
  if (text.length > room) return undefined
  const about = field === 'name' ? '' : `  ${toOneLine(name)}`
  const painted = [
    paint(colours[what], marks[what]),
    paint(again ? 'dim' : 'bold', gtin),
    language.padEnd(6),
    field,
    `${paint('red', short.before)} → ${paint('green', short.after)}`,
  ].join(' ')
  return text.length + about.length > room ? painted : painted + paint('dim', about)
}

function toBlockLines(record: PlannedView, { paint, columns }: Look, again: boolean): string[] {
  const { gtin, what, language } = record
  const diffs = diffsOf(record)
  const widest = Math.min(widestField, Math.max(0, ...diffs.map(({ field }) => field.length)))
  const room = columns === undefined ? undefined : Math.min(56, columns - widest - indent.length - 5)
  const wrapped = (line: string): string[] => (columns === undefined ? [line] : wrapLine(line, columns))
  const painted = (style: Style, line: string): string[] => wrapped(line).map((each) => paint(style, each))
  const [first = '', ...more] = wrapped(
    `${marks[what]} ${gtin} ${language.padEnd(6)} ${headOf(record)}`.trimEnd(),
  )
  const causes = otherCauses(record)
  return [
    first
      .replace(gtin, (product) => paint(again ? 'dim' : 'bold', product))
      .replace(marks[what], (mark) => paint(colours[what], mark)),
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

/** The name, and the reason if no field shows it. */
export function headOf({ what, name, why }: PlannedView): string {
  const parts = [name, what === 'restore' ? restoreWhy : why]
  return toOneLine(parts.filter((part) => part !== undefined && part !== '').join(': '))
}

/** A record’s fields as a diff for Markdown. */
export function toDiffBlocks(record: PlannedView): DiffBlock[] {
  return [
    ...diffsOf(record)
      .map((diff) => toFieldLines(diff))
      .map(({ field, short, lines }) => ({
        title: field,
        lines: short === undefined ? lines : bothVersions(short),
      })),
    ...otherCauses(record).map((cause) => ({ title: `because ${cause}`, lines: [] })),
  ]
}

/** The planned fields whose value differs from the page's; none without a snapshot of the page. */
export function diffsOf({ fields, product }: PlannedView): ValueDiff[] {
  return product.filter(({ field }) => fields.includes(field))
}

/** The reasons of a write apart from changed values. */
function otherCauses(record: PlannedView): string[] {
  const shown = new Set(diffsOf(record).map(({ field }) => field))
  return record.fields.filter((field) => !shown.has(field)).map((field) => causeOfField(field) ?? field)
}

/** The digest of a plan that can be approved, and the commands that end its wait. */
export function toWaitLines(run: Run): string[] {
  const digest = shortDigest(run)
  if (!isWaiting(run) || !hasChanges(run)) return []
  return [...(digest === undefined ? [] : [`  plan      ${digest}`]), ...toCommandLines(run)]
}

/** The patterns at the start of a plan. */
export function toSummaryLines({ summary }: Run, paint: Paint): string[] {
  if (summary === undefined || summary.records === 0) return []
  const lines = toPatternLines(summary, mostPatterns).map((line) => toOneLine(`  ${line}`))
  return [paint('bold', `${countOf(summary.records, 'planned change')}:`), ...lines, '']
}

/** The end of a plan: sample pages of a changed template, the numbers, and why it waits. */
export function toEndLines(run: Run, paint: Paint): string[] {
  const { unchanged, failed } = run.counts
  const numbers = hasChanges(run)
    ? describePlanned(run)
    : `no changes; ${formatCount(unchanged)} unchanged, ${formatCount(failed)} failed`
  return [
    ...toSampleLines(run.samples),
    `${paint('bold', `Plan ${run.id}:`)} ${numbers}`,
    ...obstaclesOf(run, namedMirror()).map(
      ({ kind, text }) => `${paint('yellow', obstacleHeads[kind])} ${toOneLine(text)}`,
    ),
    ...toWaitLines(run),
    ...(run.failure ? [`${paint('red', 'FAILED:')} ${toOneLine(run.failure.message)}`] : []),
  ]
}
