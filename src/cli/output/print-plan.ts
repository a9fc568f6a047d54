import { reasonText } from '../../core/report/reasons/reason-text.ts'
import type { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Outcome } from '../../core/run/change.ts'
import { markdownHead } from '../../core/report/markdown.ts'
import { recordId } from '../../core/record/record.ts'
import type { Stores } from '../../store/stores.ts'
import type { Run } from '../../core/run/run.ts'
import { toSampleLines } from './held-lines.ts'
import { noReason, readLeft, toLeftLines } from './list-unresolved.ts'
import { createPaint } from '../terminal/color.ts'
import { headOf, toDiffBlocks, toEndLines, toRecordLines, toSummaryLines, toWaitLines } from './plan-lines.ts'
import type { PlannedView } from '../../core/views/change-view.ts'
import { walkChanges } from '../../sync/views/read-changes.ts'
import { writeMarkdown } from '../../sync/views/write-markdown.ts'
import { toJson } from '../../lib/text/json.ts'
import { toLeft, toPlannedChange } from '../json/plan-report.ts'
import { toReport } from '../json/run-report.ts'
import { printsOnlyErrors, toNamedJson, toText } from '../terminal/print.ts'
import { throughPager } from '../terminal/pager.ts'
import { columnsOf, linesFor, type Screen } from '../terminal/wrap.ts'
import { namedMirror } from '../terminal/named-mirror.ts'

export type PlanFormat = 'text' | 'json' | 'markdown'

const unchanged = 'Left unchanged'

/**
 * Prints a run's plan: each change field by field, the unchanged records and why, the numbers, and why it is
 * held. On a terminal the pager of `env` shows the changes; the numbers follow when it has ended.
 */
export async function printPlan(
  deps: Stores,
  run: Run,
  { format, out, env }: { format: PlanFormat; out: Out; env: NodeJS.ProcessEnv },
): Promise<void> {
  if (format === 'text' && printsOnlyErrors()) return
  const left = await readLeft(deps.runs, run.id, ['held', 'failed'])
  const records: Records = () => walkChanges(deps, run.id)
  if (format !== 'text') {
    return writeAll({ json: jsonOf, markdown: markdownOf }[format](run, records, left), out)
  }
  await throughPager(out, env, (to) => writeAll(textOf(run, records, left, out), to))
  await writeAll([toText(linesFor(out, toEndLines(run, createPaint(out))).join('\n'))], out)
}

async function writeAll(parts: AsyncIterable<string> | Iterable<string>, to: Writable): Promise<void> {
  try {
    await pipeline(parts, to, { end: false })
  } catch (error) {
    // The reader may stop early: `plan | head`, or `q` in the pager.
    if (!(error instanceof Error && 'code' in error && stopped.has(String(error.code)))) throw error
  }
}

const stopped = new Set(['EPIPE', 'ERR_STREAM_PREMATURE_CLOSE'])

type Out = Writable & Screen
type Records = () => AsyncIterable<PlannedView>

async function* textOf(run: Run, records: Records, left: readonly Outcome[], out: Out) {
  const paint = createPaint(out)
  const columns = columnsOf(out)
  const patterns = linesFor(out, toSummaryLines(run, paint))
  if (patterns.length > 0) yield toText(patterns.join('\n'))
  let last = ''
  for await (const record of records()) {
    yield toText(toRecordLines(record, { paint, columns }, record.gtin === last).join('\n'))
    last = record.gtin
  }
  if (left.length > 0) yield toText(linesFor(out, [`${unchanged}:`, ...toLeftLines(left)]).join('\n'))
}

async function* jsonOf(run: Run, records: Records, left: readonly Outcome[]) {
  yield `${toNamedJson(toReport(run)).slice(0, -1)},"changes":[`
  let comma = ''
  for await (const record of records()) {
    yield comma + toJson(toPlannedChange(record))
    comma = ','
  }
  yield `],"left":${toJson(toLeft(left))}}\n`
}

/** A table of all changes, then the fields of each. */
function markdownOf(run: Run, records: Records, left: readonly Outcome[]): AsyncIterable<string> {
  const kept = left.map(
    ({ result, reasons, ...key }) =>
      `${result}: ${recordId(key)}: ${reasons === undefined ? noReason : reasonText(key, reasons, namedMirror())}`,
  )
  const wait = toWaitLines(run).map((line) => line.trim())
  return writeMarkdown({
    head: markdownHead(run, namedMirror()),
    changes: records,
    table: {
      columns: ['product', 'language', 'change', 'what'],
      rowOf: (record) => [record.gtin, record.language, record.what, whatOf(record)],
    },
    sectionOf(record) {
      const diffs = toDiffBlocks(record)
      return diffs.length === 0 ? undefined : { title: `${recordId(record)} ${headOf(record)}`, diffs }
    },
    rest: [
      ...(kept.length > 0 ? [{ title: unchanged, items: kept }] : []),
      ...(run.samples.length > 0
        ? [{ title: 'Pages under the new template', code: toSampleLines(run.samples) }]
        : []),
      ...(wait.length > 0 ? [{ code: wait }] : []),
    ],
  })
}

function whatOf(record: PlannedView): string {
  const { fields } = record
  return [headOf(record), fields.length > 0 && `(${fields.join(', ')})`].filter(Boolean).join(' ')
}
