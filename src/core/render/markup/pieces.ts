import type { Inline, List, ListItem, Table } from '../blocks.ts'

/** What a partner's markup consists of, once everything that is not text or structure is gone. */
export type Piece =
  | { kind: 'line'; line: Inline }
  /** `depth` as the partner wrote it, 0 for h1. */
  | { kind: 'heading'; depth: number; line: Inline }
  | { kind: 'list'; list: List }
  | { kind: 'table'; table: Table }

/** The lines of pieces, where only lines can stand. */
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
