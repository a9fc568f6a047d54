import { isMappedField, mappedText, type MappedField } from './mapped.ts'
import type { MergeField, PageTexts } from './page.ts'

/** The text of a field, as conflicts store it: terms and files as ids, separated by `, `. */
export type FieldText = readonly [field: MergeField, text: string]

/**
 * The names of terms and files by the mapped fields that contain their ids. A term or a file that is not in the CMS yet
 * has an id below 1.
 */
export type FieldNames = ReadonlyMap<MergeField, ReadonlyMap<number, string>>

export const noNames: FieldNames = new Map()

const separator = ', '
const integer = /^-?\d{1,15}$/

/** A mapped field in words: `Tapes > Roof (12), 15`. An id without a name stays as it is, and so do other texts. */
export function inWords(field: MergeField, text: string, names: FieldNames): string {
  const known = names.get(field)
  if (known === undefined) return text
  return text
    .split(separator)
    .map((entry) => {
      const name = integer.test(entry) ? known.get(Number(entry)) : undefined
      return name === undefined ? entry : `${name} (${Number(entry) > 0 ? entry : 'new'})`
    })
    .join(separator)
}

/** The ids that a mapped field may contain; none for any other field. */
export function idsIn([field, text]: FieldText): number[] {
  if (!isMappedField(field)) return []
  return text
    .split(separator)
    .filter((entry) => integer.test(entry))
    .map(Number)
}

/** The texts of a page's mapped fields. */
export function mappedTextsOf(texts: Partial<PageTexts>): FieldText[] {
  return (Object.keys(texts) as MergeField[])
    .filter(isMappedField)
    .map((field) => [field, mappedText(texts[field])])
}

/** Both sets of names; `added` takes precedence. */
export function addNames(
  names: FieldNames,
  added: Iterable<readonly [MappedField, ReadonlyMap<number, string>]>,
): FieldNames {
  const all = new Map(names)
  for (const [field, more] of added) all.set(field, new Map([...(all.get(field) ?? []), ...more]))
  return all
}
