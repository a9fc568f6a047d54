import { type RestRequest, listParam, param, textParam } from '../../rest/request.ts'
import type { Row } from '../../store/rows.ts'

const ignored = new Set(
  'about an are as at be by com for from how in is it of on or that the this to was what when where who will with www'.split(
    ' ',
  ),
)

/** Every word must occur in title, excerpt or content. `"a phrase"` counts as one word. `-word` must not occur. */
export function searchFilter(request: RestRequest): (row: Row) => boolean {
  const text = searchText(request)
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
  // Even an exact search is split into words: only `"the whole title"` finds a title of several words.
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

/** The search text as WordPress reads it, after `stripslashes`. */
export function searchText(request: RestRequest): string {
  return textParam(request, 'search').replace(/\\(.?)/gs, '$1')
}

export function searchWords(text: string): { word: string; not: boolean }[] {
  const words = Array.from(text.matchAll(/"[^"]*(?:"|$)|(?<=[\t ",+]|^)[^\t ",+]+/g), ([part]) =>
    bare(part),
  ).filter((word) => !/^([a-z0-]?)$/i.test(word) && !ignored.has(word.toLowerCase()))
  const wanted = words.length === 0 || words.length > 9 ? [text] : words
  return wanted.map((word) =>
    word.startsWith('-') ? { word: fold(word.slice(1)), not: true } : { word: fold(word), not: false },
  )
}

/** Removes quotes. Only a quoted phrase keeps the spaces around it. */
function bare(part: string): string {
  return part.replace(/^".+"$/s.test(part) ? /^["']+|["']+$/g : /^["' ]+|["' ]+$/g, '')
}

/** The database collation ignores case and accents. */
export function fold(text: string): string {
  const low = text.toLowerCase()
  return /^[^\u0080-\uffff]*$/.test(low) ? low : low.normalize('NFD').replace(/\p{Mn}/gu, '')
}
