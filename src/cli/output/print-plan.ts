import type { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Outcome } from '../../core/plan/change.ts'
import { diffFence, escapeMarkdown, markdownHead } from '../../core/report/markdown.ts'
import { recordId } from '../../core/record/record.ts'
import type { Runs } from '../../sync/ports/runs.ts'
import type { Run } from '../../core/record/run.ts'
import { toSampleLines } from './held-lines.ts'
import { noReason, readLeft, toLeftLines } from './list-unresolved.ts'
import { createPaint } from '../terminal/color.ts'
import { toOneLine } from '../../lib/text/one-line.ts'
import { headOf, toDiffBlocks, toEndLines, toRecordLines, toSummaryLines, toWaitLines } from './plan-lines.ts'
import { readPlanned, type PlanDeps, type PlannedRecord } from './plan-records.ts'
import { toJson } from '../../lib/text/json.ts'
import { hideSecrets } from '../../lib/text/secrets.ts'
import { toReport } from './report.ts'
import { toText } from '../terminal/print.ts'
import { throughPager } from '../terminal/pager.ts'
import { columnsOf, linesFor, type Screen } from '../terminal/wrap.ts'

export type PlanFormat = 'text' | 'json' | 'markdown'

type Deps = PlanDeps & { runs: Pick<Runs, 'scanOutcomes'> }

const unchanged = 'Left unchanged'

/**
 * Prints a run's plan: each change field by field, the unchanged records and why, the numbers, and why it is
 * held. On a terminal the text is shown in the pager of `env`.
 */
export async function printPlan(
  deps: Deps,
  run: Run,
  { format, out, env }: { format: PlanFormat; out: Out; env: NodeJS.ProcessEnv },
): Promise<void> {
  const left = await readLeft(deps.runs, run.id, ['held', 'failed'])
  const records = (): AsyncIterable<PlannedRecord> => readPlanned(deps, run.id)
  const parts = { text: textOf, json: jsonOf, markdown: hiddenMarkdownOf }[format](run, records, left, out)
  await throughPager(out, format === 'text' ? env : { PAGER: 'cat' }, (to) => writeAll(parts, to))
}

async function writeAll(parts: AsyncIterable<string>, to: Writable): Promise<void> {
  try {
    await pipeline(parts, to, { end: false })
  } catch (error) {
    // The reader may stop early: `plan | head`, or `q` in the pager.
    if (!(error instanceof Error && 'code' in error && stopped.has(String(error.code)))) throw error
  }
}

const stopped = new Set(['EPIPE', 'ERR_STREAM_PREMATURE_CLOSE'])

type Out = Writable & Screen
type Records = () => AsyncIterable<PlannedRecord>

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
  const kept = left.length > 0 ? [`${unchanged}:`, ...toLeftLines(left)] : []
  const lines = [...kept, ...toEndLines(run, paint)]
  yield toText(linesFor(out, lines).join('\n'))
}

async function* jsonOf(run: Run, records: Records, left: readonly Outcome[]) {
  yield `${toJson(toReport(run)).slice(0, -1)},"changes":[`
  let comma = ''
  for await (const record of records()) {
    yield comma + toJson(record)
    comma = ','
  }
  const kept = left.map(({ gtin, language, result, reason }) => ({ gtin, language, result, reason }))
  yield `],"left":${toJson(kept)}}\n`
}

async function* hiddenMarkdownOf(run: Run, records: Records, left: readonly Outcome[]) {
  for await (const part of markdownOf(run, records, left)) yield hideSecrets(part)
}

/**
 * A table of all changes, then the fields of each; the plan is read twice instead of being kept in memory.
 */
async function* markdownOf(run: Run, records: Records, left: readonly Outcome[]) {
  yield markdownHead(run)
  let head = '\n| product | language | change | what |\n|---|---|---|---|\n'
  for await (const record of records()) {
    yield `${head}| ${record.gtin} | ${record.language} | ${record.kind} | ${whatOf(record)} |\n`
    head = ''
  }
  for await (const record of records()) {
    const fence = diffFence(toDiffBlocks(record))
    if (fence !== '') yield `\n### ${recordId(record)} ${escapeMarkdown(headOf(record))}\n\n${fence}\n`
  }
  if (left.length > 0) yield `\n## ${unchanged}\n\n${left.map(itemOf).join('\n')}\n`
  if (run.samples.length > 0)
    yield `\n## Pages under the new template\n\n${indented(toSampleLines(run.samples)).join('\n')}\n`
  const wait = toWaitLines(run)
  if (wait.length > 0) yield `\n${indented(wait.map((line) => line.trim())).join('\n')}\n`
}

function whatOf(record: PlannedRecord): string {
  const { fields } = record
  return escapeMarkdown([headOf(record), fields && `(${fields.join(', ')})`].filter(Boolean).join(' '))
}

function itemOf({ result, reason = noReason, ...key }: Outcome): string {
  return `- ${result}: ${recordId(key)}: ${escapeMarkdown(toOneLine(reason))}`
}

/** Four spaces make a code block. */
function indented(lines: readonly string[]): string[] {
  return lines.map((line) => `    ${line}`)
}
