/** One row of a table: its cells, and whether a quoted cell was not closed. */
export type Row = { cells: string[]; open: boolean }

/**
 * Splits one row of a table into cells. A quote closes its cell only before a delimiter or the end, so inch marks stay
 * text; the quote of a cell that is not closed is text as well, and costs its row alone.
 */
export function splitRow(line: string, delimiter: string): Row {
  const cells: string[] = []
  let open = false
  let at = 0
  while (at <= line.length) {
    const quoted = open ? undefined : readQuoted(line, at, delimiter)
    if (quoted === 'open') open = true
    if (quoted !== undefined && quoted !== 'open') {
      cells.push(quoted.text.trim())
      at = quoted.next
      continue
    }
    const end = delimiter === '' ? -1 : line.indexOf(delimiter, at)
    cells.push(line.slice(at, end < 0 ? line.length : end).trim())
    at = end < 0 ? line.length + 1 : end + 1
  }
  return { cells, open }
}

/** Whether a line may close a quoted cell of an earlier one. */
export function closesQuote(line: string, delimiter: string): boolean {
  return new RegExp(`(?<!")(?:"")*"[ ]*(?:$|[${delimiter === '' ? ',' : delimiter}])`, 'u').test(line)
}

/** A cell that starts with a quote, or with the equals sign and quote by which spreadsheets force text. */
function readQuoted(
  line: string,
  start: number,
  delimiter: string,
): { text: string; next: number } | 'open' | undefined {
  let at = start
  while (line[at] === ' ') at++
  const forced = line.startsWith('="', at)
  if (forced) at++
  if (line[at] !== '"') return undefined
  let text = ''
  for (let from = at + 1; ;) {
    const quote = line.indexOf('"', from)
    if (quote < 0) return 'open'
    text += line.slice(from, quote)
    if (line[quote + 1] === '"') {
      text += '"'
      from = quote + 2
      continue
    }
    let next = quote + 1
    while (line[next] === ' ') next++
    if (next >= line.length || line[next] === delimiter) return { text, next: next + 1 }
    text += '"'
    from = quote + 1
  }
}
