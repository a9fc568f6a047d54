import { toFindingReport, type FindingReport } from '../../core/report/findings/finding-report.ts'
import { isDrift, subjectOf, type Finding } from '../../core/page/finding.ts'
import { adviceText } from '../../core/reasons/command.ts'
import { plural } from '../../core/text/plural.ts'
import type { Run } from '../../core/run/run.ts'
import { describeRun } from '../../core/report/run-summary.ts'
import { countOf } from '../../core/text/format.ts'
import type { Stores } from '../../store/stores.ts'
import { toOneLine } from '../../lib/text/one-line.ts'
import { print, printJson } from '../terminal/print.ts'
import { namedMirror } from '../terminal/named-mirror.ts'

/** Prints the findings and repairs of a verify; nothing if nothing differs. */
export async function printFindings(
  findings: Stores['findings'],
  run: Run,
  json: boolean | undefined,
): Promise<void> {
  const all: Finding[] = []
  for await (const some of findings.scan(run.id)) for (const finding of some) all.push(finding)
  all.sort((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1))
  // Open findings need an operator; the others are repaired or already known.
  const open = toReports(all.filter(isDrift))
  const repaired = toReports(all.filter((finding) => finding.repaired !== undefined))
  const known = toReports(all.filter(({ known: as, repaired: how }) => as !== undefined && how === undefined))
  if (json) {
    printJson({ runId: run.id, state: run.state, findings: open, repaired, known })
    return
  }
  print([
    ...open.map((finding) => toLine(finding.kind, finding, finding.detail)),
    ...repaired.map((finding) => toLine('repaired', finding, `${finding.kind}; ${finding.repaired ?? ''}`)),
    ...(known.length > 0 ? [summaryOf(known)] : []),
    ...(run.repair === true && all.length > 0 ? [describeRun(run)] : []),
  ])
}

/** The terminal's line for a verify without output; undefined if there is output. */
export function cleanLine({ counts: { records }, findings = {}, repaired = {} }: Run): string | undefined {
  const all = [...Object.values(findings), ...Object.values(repaired)]
  if (all.some((count) => count > 0)) return undefined
  return `${countOf(records, 'page')} compared: no drift found.`
}

function toReports(findings: readonly Finding[]): FindingReport[] {
  return findings.map((finding) => toFindingReport(finding, namedMirror()))
}

const orderOf = (finding: Finding): string => `${subjectOf(finding)} ${finding.kind} ${finding.pageId}`

function toLine(word: string, finding: FindingReport, text: string): string {
  const subject = 'path' in finding ? `/${finding.path}` : `${finding.gtin} ${finding.language.padEnd(6)}`
  const link = finding.link === undefined ? '' : ` (${finding.link})`
  return toOneLine(`${word.padEnd(8)} ${subject} page ${finding.pageId}${link}: ${text}`)
}

function summaryOf(known: readonly FindingReport[]): string {
  const held = known.filter((finding) => finding.known === 'hold').length
  const parts = [
    ...(known.length > held
      ? [
          adviceText(
            { text: `${known.length - held} changed by editor and partner`, argv: ['decisions'] },
            namedMirror(),
          ),
        ]
      : []),
    ...(held > 0 ? [`${held} of ${plural(held, 'a record', 'records')} on hold`] : []),
  ]
  return `known    ${parts.join('; ')}`
}
