/** One row of a table. */
export type Row = {
  cells: string[]
  /** The index of the first cell whose quote is not closed. */
  openAt: number | undefined
  /** Whether each quote inside a quoted cell is doubled, as the format requires. */
  isStrict: boolean
}

/**
 * Splits one row of a table into cells. A quote closes its cell only before a delimiter or the end, so inch marks stay
 * text. A quote that is never closed is text, too, and affects only its row.
 */
export function splitRow(line: string, delimiter: string): Row {
  const cells: string[] = []
  let openAt: number | undefined
  let isStrict = true
  let at = 0
  while (at <= line.length) {
    const quoted = openAt === undefined ? readQuoted(line, at, delimiter) : undefined
    if (quoted === 'open') openAt = cells.length
    if (quoted !== undefined && quoted !== 'open') {
      cells.push(quoted.text.trim())
      if (!quoted.isStrict) isStrict = false
      at = quoted.next
      continue
    }
    const end = delimiter === '' ? -1 : line.indexOf(delimiter, at)
    cells.push(line.slice(at, end < 0 ? line.length : end).trim())
    at = end < 0 ? line.length + 1 : end + 1
  }
  return { cells, openAt, isStrict }
}

/** Whether a line may close a quoted cell of an earlier one. */
export function closesQuote(line: string, delimiter: string): boolean {
  const cut = delimiter === '' ? '' : `|${RegExp.escape(delimiter)}`
  return new RegExp(`(?<!")(?:"")*"[ ]*(?:$${cut})`, 'u').test(line)
}

/** A cell that starts with a quote, or with the `="` that makes spreadsheets keep text. */
function readQuoted(
  line: string,
  start: number,
  delimiter: string,
): { text: string; next: number; isStrict: boolean } | 'open' | undefined {
  let at = start
  while (line[at] === ' ') at++
  const forced = line.startsWith('="', at)
  if (forced) at++
  if (line[at] !== '"') return undefined
  let text = ''
  let isStrict = true
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
    if (next >= line.length || line[next] === delimiter) return { text, next: next + 1, isStrict }
    text += '"'
    isStrict = false
    from = quote + 1
  }
}
