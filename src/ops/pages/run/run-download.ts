import { isWaiting, type Run } from '../../../core/record/run.ts'
import type { Finding } from '../../../core/page/finding.ts'
import { inChunks } from '../../../lib/chunks.ts'
import { recordId, type RecordKey } from '../../../core/record/record.ts'
import type { OpsDeps } from '../../deps.ts'
import { toRunReport } from '../../live/run-report.ts'
import { markdownHead } from '../../../core/report/markdown.ts'
import { csvLine } from '../shared/csv.ts'
import { scanPlan } from '../shared/scan-plan.ts'
import { readChanges, type RunChange } from './run-changes.ts'
import { markdownOf, markdownOfFinding } from './run-markdown.ts'

export const formats = ['json', 'csv', 'md'] as const
export type Format = (typeof formats)[number]

export const formatTypes: Readonly<Record<Format, string>> = {
  json: 'application/json; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  md: 'text/markdown; charset=utf-8',
}

type Deps = Pick<OpsDeps, 'runs' | 'plans' | 'undo' | 'snapshots' | 'findings'>

const atOnce = 100

/** A run with all of its changes as text, in parts: at most a hundred records are in memory. */
export async function* writeRun(deps: Deps, run: Run, format: Format): AsyncIterable<string> {
  const { head, one, between, finding, tail } = writers[format](run)
  yield head
  let changes = 0
  for await (const keys of walkRun(deps, run)) {
    for (const group of inChunks(keys, atOnce))
      for (const change of await readChanges(deps, run, group)) yield one(change, changes++)
  }
  yield between
  let findings = 0
  for await (const some of deps.findings.scan(run.id))
    for (const each of some) yield finding(each, findings++)
  yield tail
}

type Writer = {
  head: string
  one: (change: RunChange, index: number) => string
  between: string
  /** What a verify found. */
  finding: (finding: Finding, index: number) => string
  tail: string
}

const writers: Record<Format, (run: Run) => Writer> = {
  json: (run) => ({
    head: `{"run":${JSON.stringify(toRunReport(run, Date.now()))},"changes":[`,
    one: (change, index) => `${index > 0 ? ',' : ''}\n${JSON.stringify(change)}`,
    between: '\n],"findings":[',
    finding: (finding, index) => `${index > 0 ? ',' : ''}\n${JSON.stringify(finding)}`,
    tail: '\n]}\n',
  }),
  csv: () => ({
    // Without a byte order mark, spreadsheets assume the local code page.
    head: `\uFEFF${csvLine(columns)}`,
    one: toLines,
    between: '',
    finding: toFindingLine,
    tail: '',
  }),
  md: (run) => ({
    head: markdownHead(run),
    one: markdownOf,
    between: '',
    finding: markdownOfFinding,
    tail: '',
  }),
}

const columns = [
  'gtin',
  'language',
  'what',
  'name',
  'why',
  'page',
  'link',
  'at',
  'kept',
  'conflicts',
  'version before',
  'version after',
  'of',
  'field',
  'before',
  'after',
]

/** A line per field whose texts are kept, or one for the record. */
function toLines(change: RunChange): string {
  const { gtin, language, what, name, why, pageId, link, at, kept, conflicts, before, after } = change
  const record = [gtin, language, what, name, why, pageId, link, at, kept.join(' '), conflicts.join(' ')]
  const diffs = [
    ...change.product.map((diff) => ['partner', diff.field, diff.before, diff.after]),
    ...change.page.map((diff) => ['page', diff.field, diff.before, diff.after]),
  ]
  const shown = diffs.length > 0 ? diffs : [['', change.fields.join(' '), '', '']]
  return shown.map((diff) => csvLine([...record, before, after, ...diff])).join('')
}

function toFindingLine(finding: Finding): string {
  const { kind, detail, repaired, pageId, link } = finding
  const [gtin, language] = 'path' in finding ? ['', finding.path] : [finding.gtin, finding.language]
  const why = repaired === undefined ? detail : `${detail}; ${repaired}`
  return csvLine([gtin, language, kind, '', why, pageId, link, ...columns.slice(7).map(() => '')])
}

/** Every record of a run that was not simply unchanged, in parts. */
async function* walkRun({ runs, plans }: Deps, run: Run): AsyncIterable<RecordKey[]> {
  // By id, because Redis may return an entry twice while its hash grows.
  for await (const some of runs.scanOutcomes(run.id))
    yield [...new Map(some.map((outcome) => [recordId(outcome), outcome])).values()]
  if (isWaiting(run)) yield* scanPlan(plans, run.id)
}
