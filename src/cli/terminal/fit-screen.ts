import { wrapLine } from './wrap.ts'

/**
 * Lines that belong together: `least` is the number of rows always shown, `rowsOf` the most rows of one line.
 */
export type Block = { lines: readonly string[]; least: number; rowsOf?: (line: string) => number }

/**
 * Breaks lines to fit a screen. The last blocks are cut first, and each ends with the number of omitted
 * lines.
 */
export function fitScreen(
  blocks: readonly Block[],
  { columns, rows }: { columns: number; rows: number },
): string[] {
  const broken = blocks.map(({ lines, least, rowsOf = () => rows }) => ({
    least,
    rows: lines.flatMap((line) => cutRows(wrapLine(line, columns), rowsOf(line))),
  }))
  let over = broken.reduce((sum, block) => sum + block.rows.length, 0) - rows
  const shown = broken.toReversed().map((block) => {
    const kept = Math.max(Math.min(block.least, block.rows.length), block.rows.length - Math.max(0, over))
    over -= block.rows.length - kept
    return cutBlock(block.rows, kept)
  })
  return shown.toReversed().flat()
}

function cutRows(lines: readonly string[], most: number): string[] {
  if (lines.length <= most) return [...lines]
  const last = lines[most - 1] ?? ''
  return [...lines.slice(0, most - 1), `${last.slice(0, -2).trimEnd()} …`]
}

function cutBlock(rows: readonly string[], kept: number): string[] {
  if (kept === rows.length) return [...rows]
  if (kept === 0) return []
  return [...rows.slice(0, kept - 1), `  … ${rows.length - kept + 1} more lines: status --json`]
}
