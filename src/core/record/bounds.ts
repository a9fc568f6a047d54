import { htmlFields, imageFields, numberFields, pdfFields, plainTextFields } from '../../contracts/partner.ts'
import type { DriftFault } from '../plan/drift.ts'

/** The most characters of a number, as it arrives and in its canonical form. */
export const mostDigits = 100

const mostCharsOfName = 1_000
const mostCharsOfText = 50_000
const mostCharsOfMarkup = 300_000
/** The longest address that servers commonly accept, and more. */
const mostCharsOfAddress = 8_000
const mostEntries = 2_000

const entryChars = { name: mostCharsOfName, norm: mostCharsOfName, value: mostCharsOfText }
const fieldChars = new Map<string, number>([
  ...['gtin', 'language', 'name', 'availability', 'folded'].map((field) => [field, mostCharsOfName] as const),
  ...numberFields.map((field) => [field, mostDigits] as const),
  ...plainTextFields.map((field) => [field, mostCharsOfText] as const),
  ...htmlFields.map((field) => [field, mostCharsOfMarkup] as const),
  ...[...pdfFields, ...imageFields].map((field) => [field, mostCharsOfAddress] as const),
])

/** The values of a product's body that are too long to be read at all, whatever is in them. */
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
