import { folded, searchWords } from '../../../core/text/search-text.ts'
import type { OpsDeps } from '../../deps.ts'
import type { IndexEntry, What } from './run-index.ts'

/**
 * The filter of a run's changes: `why` is the id of a group of reasons, `text` a part of a GTIN or words of a product's
 * name. Pages count from 1.
 */
export type RunFilter = {
  what: What | undefined
  language: string | undefined
  field: string | undefined
  text: string | undefined
  why: string | undefined
  page: number
}

const mostFound = 20_000

/** The records of a run that match a filter, in the same order. */
export async function filterEntries(
  { searchTexts }: OpsDeps,
  entries: readonly IndexEntry[],
  filter: Omit<RunFilter, 'page'>,
): Promise<readonly IndexEntry[]> {
  const { what, language, field, why, text = '' } = filter
  const words = searchWords(text)
  const number = folded(text).replace(/[\s-]/g, '')
  const isNumber = /^\d+$/.test(number)
  const found = words.length === 0 ? [] : await searchTexts.find(words, mostFound)
  const named = new Set(found.map(({ gtin }) => gtin))
  return entries.filter(
    (entry) =>
      (what === undefined || entry.what === what) &&
      (language === undefined || entry.language === language) &&
      (why === undefined || entry.group === why) &&
      (field === undefined || entry.fields.includes(field)) &&
      (words.length === 0 || named.has(entry.gtin) || (isNumber && entry.gtin.includes(number))),
  )
}

/** Puts the records of each product next to each other, at the place of its first one. */
export function byProduct(entries: readonly IndexEntry[]): IndexEntry[] {
  return [...Map.groupBy(entries, ({ gtin }) => gtin).values()].flat()
}
