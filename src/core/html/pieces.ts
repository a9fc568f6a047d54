import type { Inline, List, ListItem, Table } from '../markup/blocks.ts'

/** A part of the partner's markup, reduced to text and structure. */
export type Piece =
  | { kind: 'line'; line: Inline }
  /** `depth` as in the partner's markup, 0 for h1. */
  | { kind: 'heading'; depth: number; line: Inline }
  | { kind: 'list'; list: List }
  | { kind: 'table'; table: Table }

/** Reduces pieces to lines, for a place that allows only lines. */
export function linesOf(pieces: readonly Piece[]): Inline[] {
  return pieces.flatMap((piece) => {
    if (piece.kind === 'list') return piece.list.items.flatMap(linesOfItem)
    if (piece.kind !== 'table') return [piece.line]
    const rows = [...piece.table.head, ...piece.table.body]
    const texts = rows.map((row) => row.flatMap(({ content }) => content.html || []))
    return texts.map((row) => ({ html: row.join(', ') }))
  })
}

/** Several lines as one, with line breaks. */
export function joinLines(lines: readonly Inline[]): Inline {
  return { html: lines.map(({ html }) => html).join('<br>') }
}

function linesOfItem({ line, lists }: ListItem): Inline[] {
  return [line, ...lists.flatMap((list) => list.items.flatMap(linesOfItem))]
}
