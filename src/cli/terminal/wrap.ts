import { stripVTControlCharacters } from 'node:util'

/** An output stream, with its width if it is a terminal. */
export type Screen = { isTTY?: boolean; columns?: number }

const narrowest = 20
const usual = 80
/** Share of the width. */
const widestIndent = 0.6

/**
 * The width to break lines at; undefined without a terminal. A terminal of unknown width reports 0 columns.
 */
export function columnsOf({ isTTY, columns }: Screen): number | undefined {
  return isTTY ? columns || usual : undefined
}

/**
 * Breaks a line at blanks to fit `columns`. The next lines are indented like the line's text, or by `hang`.
 * Only the start of a line may be coloured.
 */
export function wrapLine(line: string, columns: number, hang = textAt(line)): string[] {
  const width = Math.max(narrowest, columns)
  const colours = line.length - stripVTControlCharacters(line).length
  if (line.length <= width + colours) return [line]
  const indent = ' '.repeat(Math.min(hang, Math.floor(width * widestIndent)))
  const lines: string[] = []
  let from = 0
  let lead = ''
  let end = width + colours
  while (lead.length + line.length - from > end) {
    // A command that is longer does not fit on a line.
    const next = lead + line.slice(from, from + 2 * end)
    const at = breakOf(next, end, indent.length)
    lines.push(next.slice(0, at).trimEnd())
    from += at - lead.length
    while (/\s/.test(line.charAt(from))) from++
    lead = indent
    end = width
  }
  return [...lines, lead + line.slice(from)]
}

/**
 * The index to break a line that is longer than `end`: at a blank, but not inside a command that fits on a
 * line.
 */
function breakOf(line: string, end: number, indent: number): number {
  const space = line.lastIndexOf(' ', end)
  if (space <= indent) return end
  const command = [...line.matchAll(/product-mirror(?: [^\s;)]+)*/g)].find(
    ({ index, 0: { length } }) =>
      index > indent && index < space && space < index + length && length <= end - indent,
  )
  return command?.index ?? space
}

/** Breaks lines for a terminal only, because programs expect whole lines. */
export function linesFor(stream: NodeJS.WritableStream & Screen, lines: readonly string[]): string[] {
  const columns = columnsOf(stream)
  return columns === undefined ? [...lines] : lines.flatMap((line) => wrapLine(line, columns))
}

/** The start of a line's text: after its indent and, in a table, after the first column. */
function textAt(line: string): number {
  return /^ *(?:\S+(?: \S+)* {2,})?/.exec(line)?.[0].length || 2
}
