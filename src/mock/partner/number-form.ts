import type { NumberForm } from '../contracts/partner-settings.ts'
import { type WireProduct, numberFields } from '../../contracts/partner.ts'

/** A seeded record with its numbers written in another form; what they say stays the same. */
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

/** As the seed writes texts: two decimals, three below one. */
function toText(value: number): string {
  return value.toFixed(value < 1 ? 3 : 2)
}
