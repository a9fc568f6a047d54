import { z } from 'zod'

/** The GS1 check digit of the first 12 digits of a GTIN-13 (weights 1 and 3 from the left). */
export function gtinCheckDigit(first12: string): string {
  let sum = 0
  for (let i = 0; i < 12; i++) sum += (first12.charCodeAt(i) - 48) * (i % 2 === 0 ? 1 : 3)
  return String((10 - (sum % 10)) % 10)
}

/** True for 13 digits whose last one is the GS1 check digit of the others. */
export function isGtin(text: string): boolean {
  return /^\d{13}$/.test(text) && gtinCheckDigit(text.slice(0, 12)) === text[12]
}

export const Gtin = z.string().refine(isGtin, 'is not a GTIN-13 with a valid check digit')

/**
 * A language code in both interfaces: `de`, `de-at`, lower case. A slug contains it and has at most 200
 * characters.
 */
export const Language = z
  .string()
  .max(35, 'is longer than 35 characters')
  .regex(/^[a-z]{2,3}(-[a-z0-9]{2,8})*$/, 'is not a lower-case language code such as de-at')
