/** What is known of where lines go: a terminal of so many columns, or anything else. */
export type Screen = { isTTY?: boolean; columns?: number }

const narrowest = 20
const usual = 80

/** The width to break lines at; undefined: not a terminal. One that knows no width of its own says 0. */
export function columnsOf({ isTTY, columns }: Screen): number | undefined {
  return isTTY ? columns || usual : undefined
}

/** Breaks a line at blanks so that it fits into `columns`; what follows is indented like the line's text, or by `hang`. */
export function wrapLine(line: string, columns: number, hang = textAt(line)): string[] {
  const width = Math.max(narrowest, columns)
  if (line.length <= width) return [line]
  const indent = ' '.repeat(Math.min(hang, Math.floor(width / 2)))
  const lines: string[] = []
  let rest = line
  while (rest.length > width) {
    const space = rest.lastIndexOf(' ', width)
    const at = space > indent.length ? space : width
    lines.push(rest.slice(0, at).trimEnd())
    rest = indent + rest.slice(at).trimStart()
  }
  return [...lines, rest]
}

/** Lines broken for a terminal; as they are for everything else, which may look for whole lines. */
export function linesFor(stream: NodeJS.WritableStream & Screen, lines: readonly string[]): string[] {
  const columns = columnsOf(stream)
  return columns === undefined ? [...lines] : lines.flatMap((line) => wrapLine(line, columns))
}

/** Where the text of a line begins, after its indent and, in a table, its first word and the gap behind it. */
function textAt(line: string): number {
  return /^ +(?:\S+(?: \S+)? {2,})?/.exec(line)?.[0].length ?? 2
}
