import { subjectOf, type Finding } from '../../../core/page/finding.ts'
import type { ValueDiff } from '../../../core/markup/product-diff.ts'
import type { Run } from '../../../core/record/run.ts'
import { summarize } from './run-summary.ts'
import type { RunChange } from './run-changes.ts'

/** The head of a run’s report in Markdown. */
export function markdownHead(run: Run): string {
  const { kind, state, started, took, did, failure } = summarize(run, Date.now())
  const lines = [
    `# Run ${inline(run.id)}`,
    '',
    `${kind}, ${state}; started ${started}, took ${took}: ${did}.`,
    ...(failure === undefined ? [] : ['', `> ${inline(failure)}`]),
    ...run.guards.flatMap(({ message }) => ['', `> ${inline(message)}`]),
    ...run.notes.map((note) => `\n- ${inline(note)}`),
  ]
  return `${lines.join('\n')}\n`
}

/** One change as a section, its texts as quoted lines with - and +. */
export function markdownOf(change: RunChange): string {
  const { gtin, language, what, name, why, link, fields } = change
  const lines = [
    `## ${gtin}/${language}: ${what}`,
    '',
    ...[name, why, fields.length > 0 ? `Fields: ${fields.join(', ')}` : '', link ?? '']
      .filter((text) => text !== '')
      .map((text) => `${inline(text)}  `),
    ...change.product.flatMap((diff) => fenced('partner', diff)),
    ...change.page.flatMap((diff) => fenced('page', diff)),
  ]
  return `\n${lines.join('\n')}\n`
}

/** What a verify found, as a section. */
export function markdownOfFinding(finding: Finding): string {
  const { kind, detail, repaired, link } = finding
  const lines = [detail, repaired ?? '', link ?? '']
    .filter((text) => text !== '')
    .map((text) => `${inline(text)}  `)
  return `\n## ${inline(subjectOf(finding))}: ${kind}\n\n${lines.join('\n')}\n`
}

/** Four spaces make a code block that no text can end. */
function fenced(of: string, { field, before, after }: ValueDiff): string[] {
  const marked = (mark: string, text: string): string[] =>
    text === '' ? [] : text.split(/\r?\n/).map((line) => `    ${mark} ${line}`)
  return ['', `**${of}: ${inline(field)}**`, '', ...marked('-', before), ...marked('+', after)]
}

/** Text of others without what Markdown or a browser would take for markup. */
function inline(text: string): string {
  return text.replace(/[\\`*_[\]<>#|!]/g, '\\$&').replace(/\s+/g, ' ')
}
