import { gtinCheckDigit, isGtin } from '../../contracts/gtin.ts'

const prefix = '402663'
const references = 1_000_000
// A factor that shares no divisor with 1 000 000 makes the mapping one to one and spreads neighbours;
// factor × inverse ≡ 1 (mod 1 000 000), and both products stay below 2^53.
const factor = 387_191
const inverse = 59_911
const offset = 901_234

/** The number of GTINs with this prefix. */
export const maxGtins = references

/** The GTIN-13 of the product at `index` (0 to 999,999), independent of the seed. */
export function gtinAt(index: number): string {
  const reference = (index * factor + offset) % references
  const first12 = prefix + String(reference).padStart(6, '0')
  return first12 + gtinCheckDigit(first12)
}

/** The inverse of `gtinAt`; null for any other GTIN. */
export function indexOfGtin(gtin: string): number | null {
  if (!gtin.startsWith(prefix) || !isGtin(gtin)) return null
  const reference = (Number(gtin.slice(6, 12)) - offset + references) % references
  return (reference * inverse) % references
}
