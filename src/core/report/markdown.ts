import { toOneLine } from '../../lib/text/one-line.ts'
import type { PlanSummary } from '../run/plan-summary.ts'
import { isWaiting, type Run } from '../run/run.ts'
import { obstacleHeads, obstaclesOf } from './plan-approval.ts'
import { describeMore, describePatterns } from './plan-patterns.ts'
import { describeInFull, notesOf, titleOf } from './run-summary.ts'

/** The lines of one text before (`-`) and after (`+`) under a title; a blank marks a remark. */
export type DiffBlock = { title: string; lines: readonly { mark: '-' | '+' | ' '; text: string }[] }

/** Both versions of a text as lines; an empty one is omitted. */
export function bothVersions({ before, after }: { before: string; after: string }): DiffBlock['lines'] {
  const lines = [
    { mark: '-', text: before },
    { mark: '+', text: after },
  ] as const
  return lines.filter(({ text }) => text !== '')
}

/** A part of a report under a title: facts, a list, differences, or code. */
export type Section = {
  title?: string
  /** A line each; "" is left out. */
  facts?: readonly string[]
  diffs?: readonly DiffBlock[]
  items?: readonly string[]
  code?: readonly string[]
}

/** The head of a run’s report: its result, why it waits or failed, and its notes. */
export function markdownHead(run: Run, mirror: string | undefined): string {
  const { failure, summary } = run
  const quotes = [
    ...obstaclesOf(run, mirror).map(({ kind, text }) => `${obstacleHeads[kind]} ${text}`),
    ...(failure ? [failure.message] : []),
  ]
  const lines = [
    `# ${titleOf(run)}`,
    escapeMarkdown(describeInFull(run)),
    ...quotes.map((text) => `> ${escapeMarkdown(text)}`),
    ...(summary === undefined || !isWaiting(run) ? [] : markdownPatterns(summary)),
    ...notesOf(run, mirror).map((note) => `- ${escapeMarkdown(note)}`),
  ]
  return `${lines.join('\n\n')}\n`
}

/** A plan's patterns as one numbered list, each with its details below. */
function markdownPatterns(summary: PlanSummary): string[] {
  const more = describeMore(summary, summary.patterns.length)
  const items = describePatterns(summary).flatMap(({ text, details }, index) => [
    `${index + 1}. ${escapeMarkdown(text)}`,
    ...details.map((detail) => `   - ${escapeMarkdown(detail)}`),
  ])
  const list = [...items, ...(more === undefined ? [] : [`\n${more}`])]
  return list.length === 0 ? [] : [list.join('\n')]
}

export function markdownSection({ title, facts = [], diffs = [], items = [], code = [] }: Section): string {
  const parts = [
    title === undefined ? '' : `## ${escapeMarkdown(title)}`,
    facts
      .filter((fact) => fact !== '')
      .map((fact) => `${escapeMarkdown(fact)}  `)
      .join('\n'),
    diffFence(diffs),
    items.map((item) => `- ${escapeMarkdown(item)}`).join('\n'),
    // Four spaces make a code block.
    code.map((line) => `    ${line}`).join('\n'),
  ]
  return `\n${parts.filter((part) => part !== '').join('\n\n')}\n`
}

/** The head of a table. */
export function markdownColumns(names: readonly string[]): string {
  return `${markdownRow(names)}|${'---|'.repeat(names.length)}\n`
}

export function markdownRow(cells: readonly string[]): string {
  return `| ${cells.map(escapeMarkdown).join(' | ')} |\n`
}

/** Differences in a fence; no line can start with characters that would end it. */
export function diffFence(blocks: readonly DiffBlock[]): string {
  const lines = blocks.flatMap(({ title, lines: some }) => [
    `@@ ${onOneLine(title)} @@`,
    ...some.flatMap(({ mark, text }) =>
      text
        .split(/\r\n?|\n/)
        .map(toOneLine)
        .map((line) => (mark === ' ' ? `@@ ${line} @@` : `${mark} ${line}`)),
    ),
  ])
  return lines.length === 0 ? '' : `\`\`\`diff\n${lines.join('\n')}\n\`\`\``
}

/** Characters that start a list or a heading at the start of a line. */
const lineStart = /^(?:[-+=]|\d{1,9}(?=[.)]))/
/** An escape does not keep platforms from notifying a user, but this invisible character does. */
const wordJoiner = '\u2060'

/**
 * Text on one line without effect as Markdown or HTML, even in a table or at the start of a line. It creates no link
 * and notifies no user.
 */
export function escapeMarkdown(text: string): string {
  return onOneLine(text)
    .trimStart()
    .replace(/[\\`*_[\]<>#|!~&$]/g, '\\$&')
    .replace(lineStart, (found) => (/\d/.test(found) ? `${found}\\` : `\\${found}`))
    .replace(/:(?=\/\/)|(?<=\bwww)\./gi, '\\$&')
    .replace(/(?<![\p{L}\p{N}_])@(?=[\p{L}\p{N}_])/gu, `@${wordJoiner}`)
}

function onOneLine(text: string): string {
  return toOneLine(text).replace(/\s+/g, ' ')
}
