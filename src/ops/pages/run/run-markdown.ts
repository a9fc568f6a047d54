import { subjectOf, type Finding } from '../../../core/page/finding.ts'
import type { ValueDiff } from '../../../core/markup/product-diff.ts'
import { diffFence, escapeMarkdown, type DiffBlock } from '../../../core/report/markdown.ts'
import type { RunChange } from './run-changes.ts'

/** One change as a section, its content as a diff. */
export function markdownOf(change: RunChange): string {
  const { gtin, language, what, name, why, link, fields, product, page } = change
  const facts = [name, why, fields.length > 0 ? `Fields: ${fields.join(', ')}` : '', link ?? '']
  const fence = diffFence([
    ...product.map((diff) => toBlock('partner', diff)),
    ...page.map((diff) => toBlock('page', diff)),
  ])
  return sectionOf(`${gtin}/${language}: ${what}`, facts) + (fence === '' ? '' : `\n${fence}\n`)
}

/** A finding of a verify as a section. */
export function markdownOfFinding(finding: Finding): string {
  const { kind, detail, repaired, link } = finding
  return sectionOf(`${escapeMarkdown(subjectOf(finding))}: ${kind}`, [detail, repaired ?? '', link ?? ''])
}

function sectionOf(title: string, facts: readonly string[]): string {
  const lines = facts.filter((text) => text !== '').map((text) => `${escapeMarkdown(text)}  `)
  return `\n${[`## ${title}`, '', ...lines].join('\n')}\n`
}

function toBlock(of: string, { field, before, after }: ValueDiff): DiffBlock {
  const lines = [
    { mark: '-', text: before },
    { mark: '+', text: after },
  ] as const
  return { title: `${of}: ${field}`, lines: lines.filter(({ text }) => text !== '') }
}
