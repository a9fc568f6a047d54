import { htmlFields, imageFields, numberFields, pdfFields, plainTextFields } from '../../contracts/partner.ts'
import type { DriftFault } from '../text/drift.ts'

/** The maximum number of characters of a number, as received and in its canonical form. */
export const mostDigits = 100

const mostCharsOfName = 1_000
const mostCharsOfText = 50_000
const mostCharsOfMarkup = 300_000
/** Longer than any URL that servers commonly accept. */
const mostCharsOfAddress = 8_000
const mostEntries = 2_000
/** Replaces a number with too many characters, so that it counts as unreadable. */
const cutNumber = 'more than 100 characters'

const entryChars = { name: mostCharsOfName, norm: mostCharsOfName, value: mostCharsOfText }
const fieldChars = new Map<string, number>([
  ...['gtin', 'language', 'name', 'availability', 'folded'].map((field) => [field, mostCharsOfName] as const),
  ...numberFields.map((field) => [field, mostDigits] as const),
  ...plainTextFields.map((field) => [field, mostCharsOfText] as const),
  ...htmlFields.map((field) => [field, mostCharsOfMarkup] as const),
  ...[...pdfFields, ...imageFields].map((field) => [field, mostCharsOfAddress] as const),
])

/** These fields identify a record, so an overlong value fails the record instead of being omitted. */
const identity: ReadonlySet<string> = new Set(['gtin', 'language', 'name'])
const numbers: ReadonlySet<string> = new Set(numberFields)

/**
 * Omits overlong values and describes each. An overlong number becomes an unreadable one, so that a page with a price
 * is held. Fields that identify the record are not changed.
 */
export function withinBounds(body: Record<string, unknown>): {
  body: Record<string, unknown>
  oddities: string[]
} {
  const bounded = { ...body }
  const texts = [...fieldChars].flatMap(([field, most]) => {
    const value = bounded[field]
    if (identity.has(field) || !isLonger(value, most)) return []
    bounded[field] = numbers.has(field) ? cutNumber : ''
    return numbers.has(field) ? [] : [`${field} has more than ${most} characters and is left out`]
  })
  const lists = ['attributes', 'materials'].flatMap((field) => {
    const list: unknown = bounded[field]
    if (!Array.isArray(list)) return []
    const entries = list.slice(0, mostEntries).map((entry: unknown) => boundedEntry(field, entry))
    bounded[field] = entries.map(({ entry }) => entry)
    const isCut = list.length > mostEntries
    const cut = isCut ? [`${field} has more than ${mostEntries} entries, and the others are left out`] : []
    return [...cut, ...entries.flatMap(({ oddities }) => oddities)]
  })
  return { body: bounded, oddities: [...texts, ...lists] }
}

function boundedEntry(field: string, entry: unknown): { entry: unknown; oddities: string[] } {
  if (typeof entry !== 'object' || entry === null) return { entry, oddities: [] }
  const sent: Readonly<Record<string, unknown>> = { ...entry }
  const long = Object.entries(entryChars).filter(([name, most]) => isLonger(sent[name], most))
  if (long.length === 0) return { entry, oddities: [] }
  return {
    entry: { ...sent, ...Object.fromEntries(long.map(([name]) => [name, ''])) },
    oddities: long.map(
      ([name, most]) => `the ${name} in ${field} has more than ${most} characters and is left out`,
    ),
  }
}

function isLonger(value: unknown, most: number): value is string {
  return typeof value === 'string' && value.length > most
}

/** The overlong values of a product, whether received or stored. */
export function boundFaults(body: unknown): DriftFault[] {
  const fields: Record<string, unknown> = Object(body)
  const texts = [...fieldChars].flatMap(([field, most]) => textFault([field], fields[field], most))
  const lists = ['attributes', 'materials'].flatMap((field) => listFaults(field, fields[field]))
  return [...texts, ...lists]
}

function listFaults(field: string, value: unknown): DriftFault[] {
  if (!Array.isArray(value)) return []
  if (value.length > mostEntries)
    return [{ path: [field], expected: `a list of at most ${mostEntries} entries` }]
  return value.flatMap((entry: unknown, at) => {
    const texts: Record<string, unknown> = Object(entry)
    return Object.entries(entryChars).flatMap(([name, most]) =>
      textFault([field, at, name], texts[name], most),
    )
  })
}

function textFault(path: DriftFault['path'], value: unknown, most: number): DriftFault[] {
  if (typeof value !== 'string' || value.length <= most) return []
  return [{ path, expected: `at most ${most} characters` }]
}
