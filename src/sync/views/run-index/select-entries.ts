import type { RecordKey } from '../../../core/record/record.ts'
import { folded, searchWords } from '../../../core/text/search-text.ts'
import { whats, type RunIndex, type What } from '../../../core/views/run-index.ts'
import type { Stores } from '../../../store/stores.ts'
import { gtinOf } from '../../../core/text/gtin-numbers.ts'

/**
 * The filter of a run's records: `why` is the id of a group of reasons, `text` a part of a GTIN or words of a product's
 * name.
 */
export type EntryFilter = {
  what: What | undefined
  language: string | undefined
  field: string | undefined
  text: string | undefined
  why: string | undefined
}

/** The positions of the records of an index that match a filter, in its order. */
export async function selectEntries(
  { searchTexts }: Pick<Stores, 'searchTexts'>,
  index: RunIndex,
  filter: EntryFilter,
): Promise<Uint32Array> {
  const { what, language, field, why, text = '' } = filter
  const words = searchWords(text)
  const named = words.length === 0 ? undefined : await searchTexts.findProducts(words)
  const holds = [
    ...(what === undefined ? [] : [equals(index.whatAt, whats.indexOf(what))]),
    ...(language === undefined ? [] : [equals(index.languageAt, index.languages.indexOf(language))]),
    ...(why === undefined ? [] : [equals(index.groupAt, groupOf(index, why))]),
    ...(field === undefined ? [] : [hasField(index, field)]),
    ...(named === undefined ? [] : [hasText(index, named, text)]),
  ]
  const found = new Uint32Array(index.count)
  let count = 0
  for (let at = 0; at < index.count; at++) if (holds.every((hold) => hold(at))) found[count++] = at
  return found.subarray(0, count)
}

/** The records at some positions of an index. */
export function keysAt({ gtins, languageAt, languages }: RunIndex, places: Iterable<number>): RecordKey[] {
  return Array.from(places, (at) => ({
    gtin: gtinOf(gtins[at] ?? 0),
    language: languages[languageAt[at] ?? 0] ?? '',
  }))
}

/** The number of a group in its column; -1 for an unknown one. */
function groupOf({ groups }: RunIndex, id: string): number {
  const place = groups.findIndex((group) => group.id === id)
  return place < 0 ? -1 : place + 1
}

type Hold = (at: number) => boolean

function equals(column: { [index: number]: number }, code: number): Hold {
  return (at) => column[at] === code
}

function hasField({ fieldsAt, fieldSets }: RunIndex, field: string): Hold {
  const sets = fieldSets.map((fields) => fields.includes(field))
  return (at) => sets[fieldsAt[at] ?? 0] === true
}

/** Whether a product has one of some GTINs, or a GTIN that contains the number. */
function hasText({ gtins }: RunIndex, named: ReadonlySet<number>, text: string): Hold {
  const digits = folded(text).replace(/[\s-]/g, '')
  const isNumber = /^\d+$/.test(digits)
  return (at) => {
    const gtin = gtins[at] ?? 0
    return named.has(gtin) || (isNumber && gtinOf(gtin).includes(digits))
  }
}
