/** Accents and other marks, which a search ignores. */
const marks = /\p{M}/gu
const mostChars = 300

/** A text as a search compares it: lower case, without accents and repeated spaces; at most 300 characters. */
export function folded(text: string): string {
  return text
    .slice(0, 4 * mostChars)
    .normalize('NFKD')
    .replace(marks, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replace(/\s+/gu, ' ')
    .trim()
    .slice(0, mostChars)
    .toWellFormed()
}

/** The searchable text of a product: one folded line per value, between line breaks, without repetitions. */
export function searchTextOf(values: readonly (string | undefined)[]): string {
  const lines = values.flatMap((value) => (value === undefined ? [] : folded(value)))
  return `\n${[...new Set(lines.filter((line) => line !== ''))].join('\n')}\n`
}

/** The words of a search, folded; a text matches if it contains all of them. */
export function searchWords(query: string): string[] {
  return [...new Set(folded(query).split(' '))].filter((word) => word !== '')
}

/** How well a searchable text matches, the best first: a whole line, the start of a line, of a word, or any part. */
export function matchRank(text: string, query: string): number {
  const wanted = folded(query)
  if (text.includes(`\n${wanted}\n`)) return 0
  if (text.includes(`\n${wanted}`)) return 1
  return text.includes(` ${wanted}`) ? 2 : 3
}
