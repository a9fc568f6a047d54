import { type RestRequest, listParam, param, textParam } from '../../rest/request.ts'
import type { Row } from '../../store/rows.ts'

const ignored = new Set(
  'about an are as at be by com for from how in is it of on or that the this to was what when where who will with www'.split(
    ' ',
  ),
)

/** Every word must stand in title, excerpt or content; `"a phrase"` is one word, `-word` must not stand there. */
export function searchFilter(request: RestRequest): (row: Row) => boolean {
  const text = textParam(request, 'search')
  const columns = new Set(listParam(request, 'search_columns'))
  const read = (row: Row): string[] => {
    const all: readonly (readonly [string, string])[] = [
      ['post_title', row.title],
      ['post_excerpt', row.excerpt],
      ['post_content', row.content],
    ]
    const file = row.file === undefined || columns.size > 0 ? [] : [fold(row.file.path)]
    return [
      ...all.filter(([name]) => columns.size === 0 || columns.has(name)).map(([, value]) => fold(value)),
      ...file,
    ]
  }
  const open = request.user !== null
  // Exact or not, the text is split into words: a title of several words is found by `"the whole title"` only.
  const exact = param(request, 'search_semantics') === 'exact'
  const words = searchWords(text)
  return (row) => {
    if (!open && row.password !== '') return false
    const values = read(row)
    const stands = (word: string): boolean =>
      values.some((value) => (exact ? value === word : value.includes(word)))
    return words.every(({ word, not }) => stands(word) !== not)
  }
}

export function searchWords(text: string): { word: string; not: boolean }[] {
  const found = [...text.matchAll(/"([^"]*)("|$)|[^\t ",+]+/g)].map((match) => match[1] ?? match[0])
  const words = found
    .map((word) => fold(word).trim())
    .filter((word) => !/^[a-z]$/.test(word) && !ignored.has(word) && word !== '')
  if (words.length === 0 || words.length > 9) return [{ word: fold(text), not: false }]
  return words.map((word) =>
    word.length > 1 && word.startsWith('-') ? { word: word.slice(1), not: true } : { word, not: false },
  )
}

/** The database compares without case and accents. */
export function fold(text: string): string {
  const low = text.toLowerCase()
  return /^[^\u0080-\uffff]*$/.test(low) ? low : low.normalize('NFD').replace(/\p{Mn}/gu, '')
}
