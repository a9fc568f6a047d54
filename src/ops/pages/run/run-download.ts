import { isWaiting, type Run } from '../../../core/record/run.ts'
import type { Finding } from '../../../core/page/finding.ts'
import { inChunks } from '../../../lib/chunks.ts'
import { toJson } from '../../../lib/text/json.ts'
import { hideSecrets } from '../../../lib/text/secrets.ts'
import { recordId, type RecordKey } from '../../../core/record/record.ts'
import type { OpsDeps } from '../../deps.ts'
import { toRunReport } from '../../live/run-report.ts'
import { markdownHead } from '../../../core/report/markdown.ts'
import { scanPlan } from '../shared/scan-plan.ts'
import { readChanges, type RunChange } from './run-changes.ts'
import { csvHead, csvOf, csvOfFinding } from './run-csv.ts'
import { markdownOf, markdownOfFinding } from './run-markdown.ts'

export const formats = ['json', 'csv', 'md'] as const
export type Format = (typeof formats)[number]

export const formatTypes: Readonly<Record<Format, string>> = {
  json: 'application/json; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  md: 'text/markdown; charset=utf-8',
}

const atOnce = 100

/** A run with all of its changes as text, in parts of at most a hundred records in memory. */
export async function* writeRun(deps: OpsDeps, run: Run, format: Format): AsyncIterable<string> {
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
  /** A finding of a verify. */
  finding: (finding: Finding, index: number) => string
  tail: string
}

const writers: Record<Format, (run: Run) => Writer> = {
  json: (run) => ({
    head: `{"run":${toJson(toRunReport(run, Date.now()))},"changes":[`,
    one: (change, index) => `${index > 0 ? ',' : ''}\n${toJson(change)}`,
    between: '\n],"findings":[',
    finding: (finding, index) => `${index > 0 ? ',' : ''}\n${toJson(finding)}`,
    tail: '\n]}\n',
  }),
  csv: () => ({
    head: csvHead,
    one: csvOf,
    between: '',
    finding: csvOfFinding,
    tail: '',
  }),
  md: (run) => ({
    head: hideSecrets(markdownHead(run)),
    one: (change) => hideSecrets(markdownOf(change)),
    between: '',
    finding: (finding) => hideSecrets(markdownOfFinding(finding)),
    tail: '',
  }),
}

/** Every record of a run that was not simply unchanged, in parts. */
async function* walkRun({ runs, plans }: OpsDeps, run: Run): AsyncIterable<RecordKey[]> {
  // By id, because Redis may return an entry twice while its hash grows.
  for await (const some of runs.scanOutcomes(run.id))
    yield [...new Map(some.map((outcome) => [recordId(outcome), outcome])).values()]
  if (isWaiting(run)) yield* scanPlan(plans, run.id)
}
