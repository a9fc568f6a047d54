import type { Cell } from './blocks.ts'
import { joinLines, linesOf } from './pieces.ts'
import type { Piece } from './pieces.ts'
import { isTag } from './tree.ts'
import type { Node, Tag } from './tree.ts'

type ReadNodes = (nodes: readonly Node[]) => Piece[]

const widestSpan = 20
const sections = new Set(['thead', 'tbody', 'tfoot'])

/** A partner's table: what stands in it outside of rows comes first, as lines; rows of blank cells are dropped. */
export function readTable(table: Tag, readNodes: ReadNodes): Piece[] {
  const pieces: Piece[] = []
  const head: Cell[][] = []
  const body: Cell[][] = []
  for (const child of table.children.flatMap(sectionChildren)) {
    if (!isTag(child) || child.name !== 'tr') {
      pieces.push(...readNodes([child]))
      continue
    }
    const cells = child.children.filter(isTag).flatMap((cell) => toCells(cell, readNodes))
    if (cells.every(({ content }) => content.html === '')) continue
    const isHead = body.length === 0 && cells.every(({ header }) => header)
    if (isHead) head.push(cells.map((cell) => ({ ...cell, header: 'col' })))
    else body.push(cells)
  }
  if (head.length + body.length === 0) return pieces
  // A table needs a body: without one its head rows are its rows.
  const rows = body.length > 0 ? { head, body } : { head: [], body: head }
  return [...pieces, { kind: 'table', table: rows }]
}

function sectionChildren(node: Node): Node[] {
  return isTag(node) && sections.has(node.name) ? node.children : [node]
}

/** A cell over several columns becomes one and empty ones, because the older editor knows no spans. */
function toCells(tag: Tag, readNodes: ReadNodes): Cell[] {
  const content = joinLines(linesOf(readNodes(tag.children)))
  const cell: Cell = tag.name === 'th' ? { content, header: 'row' } : { content }
  const span = Math.min(Math.max(Number.parseInt(tag.attributes['colspan'] ?? '1', 10) || 1, 1), widestSpan)
  return [cell, ...Array.from({ length: span - 1 }, () => ({ content: { html: '' } }))]
}
