import type { PlanSummary } from '../record/plan-summary.ts'
import { isWaiting, type Run } from '../record/run.ts'
import { obstacleHeads, obstaclesOf } from './plan-approval.ts'
import { describeMore, describePatterns } from './plan-patterns.ts'
import { describeInFull, notesOf, titleOf } from './run-summary.ts'

/** Lines of one text before (`-`) and after (`+`) under a title; those marked with a blank are remarks. */
export type DiffBlock = { title: string; lines: readonly { mark: '-' | '+' | ' '; text: string }[] }

/** The head of a run’s report: what happened, why it waits or failed, and its notes. */
export function markdownHead(run: Run): string {
  const { failure, summary } = run
  const quotes = [
    ...obstaclesOf(run).map(({ kind, text }) => `${obstacleHeads[kind]} ${text}`),
    ...(failure ? [failure.message] : []),
  ]
  const lines = [
    `# ${titleOf(run)}`,
    escapeMarkdown(describeInFull(run)),
    ...quotes.map((text) => `> ${escapeMarkdown(text)}`),
    ...(summary === undefined || !isWaiting(run) ? [] : markdownPatterns(summary)),
    ...notesOf(run).map((note) => `- ${escapeMarkdown(note)}`),
  ]
  return `${lines.join('\n\n')}\n`
}

/** A plan's patterns as one list, each with its details below. */
function markdownPatterns(summary: PlanSummary): string[] {
  const more = describeMore(summary, summary.patterns.length)
  const items = describePatterns(summary).flatMap(({ text, details }) => [
    `- ${escapeMarkdown(text)}`,
    ...details.map((detail) => `  - ${escapeMarkdown(detail)}`),
  ])
  const list = [...items, ...(more === undefined ? [] : [`- ${more}`])]
  return list.length === 0 ? [] : [list.join('\n')]
}

/** Differences as a fence; no line begins so that it could end it. */
export function diffFence(blocks: readonly DiffBlock[]): string {
  const lines = blocks.flatMap(({ title, lines: some }) => [
    `@@ ${onOneLine(title)} @@`,
    ...some.flatMap(({ mark, text }) =>
      text.split(/\r\n?|\n/).map((line) => (mark === ' ' ? `@@ ${line} @@` : `${mark} ${line}`)),
    ),
  ])
  return lines.length === 0 ? '' : `\`\`\`diff\n${lines.join('\n')}\n\`\`\``
}

/** Text on one line that neither Markdown nor a browser takes for markup, also in a table. */
export function escapeMarkdown(text: string): string {
  return onOneLine(text.replace(/[\\`*_[\]<>#|!]/g, '\\$&'))
}

function onOneLine(text: string): string {
  return text.replace(/[\s\p{Cc}\p{Bidi_Control}]+/gu, ' ')
}
