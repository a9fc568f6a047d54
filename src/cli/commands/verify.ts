import { isDrift, subjectOf, type Finding } from '../../core/page/finding.ts'
import { plural } from '../../core/record/plural.ts'
import type { Findings } from '../../sync/ports/findings.ts'
import type { Run } from '../../core/record/run.ts'
import { toPlain } from '../terminal/plain.ts'

/** Findings by what they need: `open` ones need a person, the others are repaired or already known. */
type Sorted = Record<'open' | 'repaired' | 'known', Finding[]>

/** Prints what a verify found and repaired; nothing if nothing differs. */
export async function printFindings(
  findings: Findings,
  run: Run,
  json: boolean | undefined,
  out: NodeJS.WritableStream,
): Promise<void> {
  const { open, repaired, known } = await readSorted(findings, run.id)
  if (json) {
    const report = { runId: run.id, state: run.state, findings: open, repaired, known }
    out.write(`${JSON.stringify(report)}\n`)
    return
  }
  for (const finding of open) out.write(`${toLine(finding.kind, finding, finding.detail)}\n`)
  for (const finding of repaired)
    out.write(`${toLine('repaired', finding, `${finding.kind}; ${finding.repaired ?? ''}`)}\n`)
  if (known.length > 0) out.write(`${summaryOf(known)}\n`)
}

/** The terminal's line for a verify without output; undefined if there is output. */
export function cleanLine({ counts: { records }, findings = {}, repaired = {} }: Run): string | undefined {
  const all = [...Object.values(findings), ...Object.values(repaired)]
  if (all.some((count) => count > 0)) return undefined
  return `${records} ${plural(records, 'page')} compared: no drift found.`
}

async function readSorted(findings: Findings, runId: string): Promise<Sorted> {
  const all: Finding[] = []
  for await (const some of findings.scan(runId)) all.push(...some)
  const sorted = all.sort((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1))
  return {
    open: sorted.filter(isDrift),
    repaired: sorted.filter(({ repaired }) => repaired !== undefined),
    known: sorted.filter(({ known, repaired }) => known !== undefined && repaired === undefined),
  }
}

const orderOf = (finding: Finding): string => `${subjectOf(finding)} ${finding.kind} ${finding.pageId}`

function toLine(word: string, finding: Finding, text: string): string {
  const subject = 'path' in finding ? `/${finding.path}` : `${finding.gtin} ${finding.language.padEnd(6)}`
  const link = finding.link === undefined ? '' : ` (${finding.link})`
  return toPlain(`${word.padEnd(8)} ${subject} page ${finding.pageId}: ${text}${link}`)
}

function summaryOf(known: readonly Finding[]): string {
  const held = known.filter((finding) => finding.known === 'hold').length
  const parts = [
    ...(known.length > held
      ? [`${known.length - held} changed by editor and partner: product-mirror decisions`]
      : []),
    ...(held > 0 ? [`${held} of ${plural(held, 'a record', 'records')} on hold`] : []),
  ]
  return `known    ${parts.join('; ')}`
}
