import { isMappedField, mappedText, type MappedField } from './mapped.ts'
import type { MergeField, PageTexts } from './page.ts'

/** A field that may contain ids of terms or files. */
export type NamedField = MappedField | 'featuredMedia'

/** The text of a field, as conflicts store it: terms and files as ids, separated by `, `. */
export type FieldText = readonly [field: MergeField, text: string]

/**
 * The names of terms and files by the fields that contain their ids. A term or a file that is not in the CMS yet has an
 * id below 1.
 */
export type FieldNames = ReadonlyMap<MergeField, ReadonlyMap<number, string>>

export const noNames: FieldNames = new Map()

/** Between the entries of a mapped field in a text. */
export const entrySeparator = ', '
const integer = /^-?\d{1,15}$/

/**
 * A mapped field in words: `Tapes > Roof (12), 15`. An id without a name stays as it is, like any other
 * text. A featured image without a name is `media 15`, and "" if there is none.
 */
export function inWords(field: MergeField, text: string, names: FieldNames): string {
  const known = names.get(field)
  const entries = text.split(entrySeparator).map((entry) => {
    const name = integer.test(entry) ? known?.get(Number(entry)) : undefined
    if (name !== undefined) return `${name} (${Number(entry) > 0 ? entry : 'new'})`
    if (field !== 'featuredMedia') return entry
    return entry === '0' ? '' : `media ${entry}`
  })
  return entries.join(entrySeparator)
}

export function isNamedField(field: string): field is NamedField {
  return field === 'featuredMedia' || isMappedField(field)
}

/** The ids of a field in the CMS; none for a field that contains no ids. */
export function idsIn([field, text]: FieldText): number[] {
  if (!isNamedField(field)) return []
  return text
    .split(entrySeparator)
    .filter((entry) => integer.test(entry) && Number(entry) > 0)
    .map(Number)
}

/** The fields of a page that may contain ids, as text. */
export function namedTextsOf(texts: Partial<PageTexts>): FieldText[] {
  return (Object.keys(texts) as MergeField[])
    .filter(isNamedField)
    .map((field) => [field, mappedText(texts[field])])
}

/** Both sets of names; `added` takes precedence. */
export function addNames(
  names: FieldNames,
  added: Iterable<readonly [NamedField, ReadonlyMap<number, string>]>,
): FieldNames {
  const all = new Map(names)
  for (const [field, more] of added) all.set(field, new Map([...(all.get(field) ?? []), ...more]))
  return all
}
