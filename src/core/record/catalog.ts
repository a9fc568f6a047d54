import { type GtinForm, readGtin } from './gtin-forms.ts'
import { countOf } from '../text/format.ts'

/**
 * A catalogue: each GTIN once, in the order of the entries; an error for each entry that is wrong or repeated; the number
 * of entries that may hide a product; and notes for the operator.
 */
export type Catalog = {
  gtins: string[]
  faults: string[]
  unreadable: number
  notes: string[]
  /** The form in which it was read: text, table or JSON, its encoding and its column. */
  form?: string
  /** The names of its columns, or of the fields of its first entry. */
  names?: readonly string[]
  /** The requested columns of each GTIN whose row could be read. */
  columns?: ReadonlyMap<string, CatalogColumns>
}

/** Values of a product in columns of the catalogue, by the requested name; "" for an empty cell. */
export type CatalogColumns = Readonly<Record<string, string>>

/**
 * An entry and its place. `text` should be a GTIN. `fault` describes a part that cannot be read and may hide products.
 * An `empty` part has no product: it is a row without a GTIN, a total or a repeated header.
 */
export type CatalogEntry = { place: string } & (
  | { text: string; columns?: CatalogColumns | undefined }
  | { fault: string }
  | { empty: 'noGtin' | 'total' | 'header' }
)

const shownFaults = 20
const emptyParts = {
  noGtin: { one: 'entry has no GTIN', many: 'entries have no GTIN' },
  total: { one: 'row is a total', many: 'rows are totals' },
  header: { one: 'row repeats the header', many: 'rows repeat the header' },
}

/**
 * Verifies the check digit of each entry and reports duplicates with their places. A wrong entry affects only itself. Empty
 * entries are counted in notes.
 */
export function checkCatalog(entries: Iterable<CatalogEntry>): Catalog {
  const seen = new Map<string, string>()
  const columns = new Map<string, CatalogColumns>()
  const faults: string[] = []
  const converted = new Map<GtinForm, { count: number; example: string }>()
  const empty = new Map<keyof typeof emptyParts, { count: number; place: string }>()
  let hidden = 0
  let unreadable = 0
  const report = (fault: string): void => {
    if (faults.length < shownFaults) faults.push(fault)
    else hidden++
  }
  for (const entry of entries) {
    const { place } = entry
    if ('empty' in entry) {
      const known = empty.get(entry.empty) ?? { count: 0, place }
      empty.set(entry.empty, { ...known, count: known.count + 1 })
      continue
    }
    if ('fault' in entry) {
      unreadable++
      report(`${place} ${entry.fault}`)
      continue
    }
    const { text } = entry
    const read = readGtin(text)
    if (!read.ok) {
      unreadable++
      report(`${place}: ${JSON.stringify(text)} ${read.reason}`)
      continue
    }
    const { gtin, form } = read
    if (form !== 'GTIN-13') {
      const known = converted.get(form) ?? { count: 0, example: `${place}: ${text.trim()} is ${gtin}` }
      converted.set(form, { ...known, count: known.count + 1 })
    }
    const first = seen.get(gtin)
    if (first === undefined) {
      seen.set(gtin, place)
      if (entry.columns !== undefined) columns.set(gtin, entry.columns)
    } else report(`${place}: ${gtin} is already listed at ${first}`)
  }
  if (hidden > 0) faults.push(`and ${hidden} more`)
  const notes = [
    ...[...converted].map(
      ([form, { count, example }]) =>
        `${countOf(count, 'entry is', 'entries are')} written as ${form} and read as GTIN-13, for example ${example}`,
    ),
    ...[...empty].map(
      ([part, { count, place }]) =>
        `${countOf(count, emptyParts[part].one, emptyParts[part].many)}, for example ${place}`,
    ),
  ]
  return { gtins: [...seen.keys()], faults, unreadable, notes, ...(columns.size > 0 && { columns }) }
}
