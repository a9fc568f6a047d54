import { isWaiting, type Run } from '../../../core/run/run.ts'
import { subjectOf } from '../../../core/page/finding.ts'
import { toFindingReport, type FindingReport } from '../../../core/report/findings/finding-report.ts'
import type { ValueDiff } from '../../../core/plan/product-diff.ts'
import { bothVersions, markdownHead, type DiffBlock, type Section } from '../../../core/report/markdown.ts'
import { recordId, type RecordKey } from '../../../core/record/record.ts'
import { inChunks } from '../../../lib/chunks.ts'
import { toJson } from '../../../lib/text/json.ts'
import { walkPlanned } from '../../../sync/runs/walk-planned.ts'
import { writeMarkdown } from '../../../sync/views/write-markdown.ts'
import type { OpsDeps } from '../../deps.ts'
import { toRunReport } from '../../live/run-report.ts'
import { readRunChanges, type RunChange } from './run-changes.ts'
import { csvHead, csvOf, csvOfFinding } from './run-csv.ts'

export const formats = ['json', 'csv', 'md'] as const
export type Format = (typeof formats)[number]

export const formatTypes: Readonly<Record<Format, string>> = {
  json: 'application/json; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  md: 'text/markdown; charset=utf-8',
}

const atOnce = 100
/** Names of terms and files are requested from the CMS only for this time in all. */
const namesMs = 10_000

/** Writes a run with all of its changes as text, in parts of at most a hundred records in memory. */
export const writeRunAs: Readonly<Record<Format, (deps: OpsDeps, run: Run) => AsyncIterable<string>>> = {
  async *json(deps, run) {
    yield `{"run":${toJson(toRunReport(run, Date.now(), deps.place?.id))},"changes":[`
    yield* entriesOf(walkChanges(deps, run))
    yield '\n],"findings":['
    yield* entriesOf(walkFindings(deps, run))
    yield '\n]}\n'
  },

  async *csv(deps, run) {
    yield csvHead
    for await (const change of walkChanges(deps, run)) yield csvOf(change)
    for await (const finding of walkFindings(deps, run)) yield csvOfFinding(finding)
  },

  md: (deps, run) =>
    writeMarkdown({
      head: markdownHead(run, deps.place?.id),
      changes: () => walkChanges(deps, run),
      sectionOf: toSection,
      rest: findingSections(deps, run),
    }),
}

/** Every record of a run that was not simply unchanged. */
async function* walkChanges(deps: OpsDeps, run: Run): AsyncIterable<RunChange> {
  const signal = AbortSignal.timeout(namesMs)
  for await (const keys of walkRecords(deps, run))
    for (const group of inChunks(keys, atOnce)) yield* await readRunChanges(deps, run, group, signal)
}

async function* walkRecords({ runs, plans }: OpsDeps, run: Run): AsyncIterable<RecordKey[]> {
  // By id, because Redis may return an entry twice while its hash grows.
  for await (const some of runs.scanOutcomes(run.id))
    yield [...new Map(some.map((outcome) => [recordId(outcome), outcome])).values()]
  if (isWaiting(run)) yield* walkPlanned(plans, run.id)
}

/** The findings of a verify. */
async function* walkFindings({ findings, place }: OpsDeps, run: Run): AsyncIterable<FindingReport> {
  for await (const some of findings.scan(run.id))
    for (const finding of some) yield toFindingReport(finding, place?.id)
}

async function* entriesOf(values: AsyncIterable<unknown>): AsyncIterable<string> {
  let comma = ''
  for await (const value of values) {
    yield `${comma}\n${toJson(value)}`
    comma = ','
  }
}

/** One change as a section, its content as a diff. */
function toSection({ what, name, why, link, fields, product, page, ...key }: RunChange): Section {
  const diffs = [
    ...product.map((diff) => toBlock('partner', diff)),
    ...page.map((diff) => toBlock('page', diff)),
  ]
  const changed = fields.length > 0 ? `Fields: ${fields.join(', ')}` : ''
  return { title: `${recordId(key)}: ${what}`, facts: [name, why, changed, link ?? ''], diffs }
}

async function* findingSections(deps: OpsDeps, run: Run): AsyncIterable<Section> {
  for await (const finding of walkFindings(deps, run)) {
    const { kind, detail, repaired = '', link = '' } = finding
    yield { title: `${subjectOf(finding)}: ${kind}`, facts: [detail, repaired, link] }
  }
}

function toBlock(of: string, diff: ValueDiff): DiffBlock {
  return { title: `${of}: ${diff.field}`, lines: bothVersions(diff) }
}
