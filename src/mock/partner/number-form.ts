import type { NumberForm } from '../contracts/partner-settings.ts'
import { type WireProduct, numberFields } from '../../contracts/partner.ts'

/** A seeded record with its numbers in another form. Their values do not change. */
export function withNumbers(record: WireProduct, form: NumberForm): WireProduct {
  if (form === 'mixed') return record
  const written = { ...record }
  for (const field of numberFields) {
    const value = record[field]
    const applies = value !== null && value !== undefined && value !== ''
    if (applies) written[field] = form === 'string' ? toText(Number(value)) : Number(value)
    else if (form === 'absent') delete written[field]
    else written[field] = form === 'empty' ? '' : null
  }
  return written
}

/** The seed's format for numbers in strings: two decimals, three for values below one. */
function toText(value: number): string {
  return value.toFixed(value < 1 ? 3 : 2)
}
