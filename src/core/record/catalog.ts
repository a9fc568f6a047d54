import { type GtinForm, readGtin } from './gtin-forms.ts'
import { countOf } from '../report/format.ts'

/**
 * The catalogue as read: GTINs once each, in their order, what was wrong with the rest, how many entries are not GTINs,
 * and what else an operator should know about how it was read.
 */
export type Catalog = {
  gtins: string[]
  faults: string[]
  unreadable: number
  notes: string[]
  /** In words how it was read: as a text, a table or JSON, its encoding and its column. */
  form?: string
}

const shownFaults = 20

/** Checks every entry's check digit and names duplicates; a wrong entry stops no other. `entries` keep their place. */
export function checkCatalog(entries: Iterable<{ place: string; text: string }>): Catalog {
  const seen = new Map<string, string>()
  const faults: string[] = []
  const converted = new Map<GtinForm, { count: number; example: string }>()
  let hidden = 0
  let unreadable = 0
  const report = (fault: string): void => {
    if (faults.length < shownFaults) faults.push(fault)
    else hidden++
  }
  for (const { place, text } of entries) {
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
    if (first === undefined) seen.set(gtin, place)
    else report(`${place}: ${gtin} is already listed at ${first}`)
  }
  if (hidden > 0) faults.push(`and ${hidden} more`)
  const notes = [...converted].map(
    ([form, { count, example }]) =>
      `${countOf(count, 'entry is', 'entries are')} written as ${form} and read as GTIN-13, for example ${example}`,
  )
  return { gtins: [...seen.keys()], faults, unreadable, notes }
}
