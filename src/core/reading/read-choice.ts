import { Availability } from '../../contracts/partner.ts'
import { quoteOdd, type Reading } from './reading.ts'
import { readText, textOf } from './read-text.ts'

const yes = new Set(['true', '1', 'yes', 'y', 'ja', 'j'])
const no = new Set(['false', '0', 'no', 'n', 'nein'])
const nothing = new Set(['', 'n/a', 'na', '-', '–', 'null', 'none', 'unknown'])

/** Reads a boolean; null if not applicable or not understood. */
export function readFlag(field: string, sent: unknown): Reading<boolean | null> {
  if (typeof sent === 'boolean') return { value: sent, oddities: [] }
  if (sent === null || sent === undefined || sent === '') return { value: null, oddities: [] }
  const word = textOf(sent)?.trim().toLowerCase()
  const odd = `${field} ${quoteOdd(sent)}`
  if (word === undefined) return { value: null, oddities: [`${odd} is left out`] }
  if (yes.has(word)) return { value: true, oddities: [`${odd} is read as true`] }
  if (no.has(word)) return { value: false, oddities: [`${odd} is read as false`] }
  return { value: null, oddities: nothing.has(word) ? [] : [`${odd} is left out`] }
}

/** Reads the availability: one of the documented words, or the unchanged text. */
export function readAvailability(sent: unknown): Reading<string> {
  if (sent === null || sent === undefined) return { value: 'unknown', oddities: [] }
  const { value, oddities } = readText('availability', sent)
  const word = value.toLowerCase().replace(/[\s-]+/g, '_')
  const known = Availability.safeParse(word)
  if (known.success) return { value: known.data, oddities: [] }
  if (nothing.has(value.toLowerCase())) return { value: 'unknown', oddities }
  return { value, oddities: [`availability ${quoteOdd(value)} is unknown and shown as is`] }
}
