import { heading, joinBlocks, list, paragraph, table } from '../markup/blocks.ts'
import { escapeText } from '../text/escape.ts'
import { toLine } from './inline.ts'
import { readMarkup } from './markup.ts'
import type { Piece } from './pieces.ts'

const ownLevel = 2
const lowestLevel = 6

/** A partner's HTML field as core blocks below a heading of level 2, without skipped levels; "" without content. */
export function htmlBlocks(html: string): string {
  const pieces = readMarkup(html)
  const depths = pieces.flatMap((piece) => (piece.kind === 'heading' ? [piece.depth] : []))
  const ranks = [...new Set(depths)].sort((a, b) => a - b)
  let level = ownLevel
  function toBlock(piece: Piece): string {
    if (piece.kind === 'list') return list(piece.list)
    if (piece.kind === 'table') return table(piece.table)
    if (piece.kind === 'line') return paragraph(piece.line)
    level = Math.min(ownLevel + 1 + ranks.indexOf(piece.depth), level + 1, lowestLevel)
    return heading(level, piece.line)
  }
  return joinBlocks(pieces.map(toBlock))
}

/** A partner's plain text as paragraphs, split at empty lines; "" without content. */
export function plainBlocks(text: string): string {
  const lines = text.split(/(?:\r?\n[ \t]*){2,}/).flatMap((part) => {
    const line = toLine(escapeText(part).replace(/\r?\n/g, '<br>'))
    return line ? [line] : []
  })
  return joinBlocks(lines.map((line) => paragraph(line)))
}
