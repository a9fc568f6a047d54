import type { Cell } from '../markup/blocks.ts'
import { MarkupLimitError, mostCells, mostRows } from './limits.ts'
import { joinLines, linesOf } from './pieces.ts'
import type { Piece } from './pieces.ts'
import { isTag } from './tree.ts'
import type { Node, Tag } from './tree.ts'

type ReadNodes = (nodes: readonly Node[]) => Piece[]

const widestSpan = 20
const sections = new Set(['thead', 'tbody', 'tfoot'])

/** A partner's table: content outside its rows is placed before it as lines; rows of blank cells are dropped. */
export function readTable(table: Tag, readNodes: ReadNodes): Piece[] {
  const pieces: Piece[] = []
  const head: Cell[][] = []
  const body: Cell[][] = []
  const readRow = createRowReader(readNodes)
  for (const child of table.children.flatMap(sectionChildren)) {
    if (!isTag(child) || child.name !== 'tr') {
      for (const piece of readNodes([child])) pieces.push(piece)
      continue
    }
    const cells = readRow(child)
    if (head.length + body.length >= mostRows)
      throw new MarkupLimitError(`has a table of more than ${mostRows} rows`)
    if (cells.every(isBlank)) continue
    const isHead = body.length === 0 && cells.every((cell) => cell.header || isBlank(cell))
    if (isHead) head.push(cells.map((cell) => (isBlank(cell) ? cell : { ...cell, header: 'col' })))
    else body.push(cells)
  }
  if (head.length + body.length === 0) return pieces
  // A table needs a body, so the head rows replace a missing one.
  const rows = body.length > 0 ? { head, body } : { head: [], body: head }
  return [...pieces, { kind: 'table', table: rows }]
}

function sectionChildren(node: Node): Node[] {
  return isTag(node) && sections.has(node.name) ? node.children : [node]
}

function isBlank({ content }: Cell): boolean {
  return content.html === ''
}

/**
 * Reads the rows of a table one after another. A cell over several columns or rows becomes one cell and blank ones,
 * because the older editor does not support spans.
 */
function createRowReader(readNodes: ReadNodes): (row: Tag) => Cell[] {
  const blank: Cell = { content: { html: '' } }
  /** By column: the number of further rows that a cell from above spans. */
  const reaching: number[] = []
  let count = 0

  return (row) => {
    const cells: Cell[] = []
    const passReaching = (): void => {
      for (let rows = reaching[cells.length] ?? 0; rows > 0; rows = reaching[cells.length] ?? 0) {
        reaching[cells.length] = rows - 1
        cells.push(blank)
      }
    }
    for (const tag of row.children.filter(isTag)) {
      passReaching()
      const content = joinLines(linesOf(readNodes(tag.children)))
      const isHeader = tag.name === 'th' && content.html !== ''
      for (let column = 0; column < spanOf(tag, 'colspan'); column++) {
        reaching[cells.length] = spanOf(tag, 'rowspan') - 1
        cells.push(column > 0 ? blank : isHeader ? { content, header: 'row' } : { content })
      }
    }
    passReaching()
    count += cells.length
    if (count > mostCells)
      throw new MarkupLimitError(`has a table of more than ${mostCells} cells, counting the spanned ones`)
    return cells
  }
}

function spanOf(tag: Tag, attribute: 'colspan' | 'rowspan'): number {
  return Math.min(Math.max(Number.parseInt(tag.attributes[attribute] ?? '1', 10) || 1, 1), widestSpan)
}
