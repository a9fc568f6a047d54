import type { CatalogEntry } from '../../core/record/catalog.ts'
import { toEntry } from './entry.ts'

/** The lines of a text, with CR, LF or CRLF at their ends; one at a time, because a text may have many more than GTINs. */
export function* linesOf(text: string): Generator<string> {
  const ends = /\r\n|\n|\r/g
  let start = 0
  for (let end = ends.exec(text); end !== null; end = ends.exec(text)) {
    yield text.slice(start, end.index)
    start = ends.lastIndex
  }
  yield text.slice(start)
}

/** The entries of a text with one GTIN in each line; # starts a comment. */
export function* readLines(text: string): Generator<CatalogEntry> {
  let line = 0
  for (const whole of linesOf(text)) {
    line++
    const entry = whole.replace(/#.*/s, '').trim()
    if (entry !== '') yield toEntry(`line ${line}`, entry)
  }
}
