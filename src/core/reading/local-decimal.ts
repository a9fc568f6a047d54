import { toDecimal } from '../text/decimal.ts'

/** Normalizes spaces, apostrophes and minus signs, and removes invisible characters. */
export function tidy(value: string | number): string {
  return String(value)
    .replace(/[\u200e\u200f\u061c\u200b\u2060\ufeff]/g, '')
    .replace(/\s/g, ' ')
    .replace(/[’‘´`′]/g, "'")
    .replace(/^−/, '-')
    .trim()
}

/** The separator before three digits may be a decimal or a thousands separator. */
export const ambiguous = /^[+-]?(?!0[.,])\d{1,3}[.,]\d{3}$/

/** A number with a decimal comma or thousands separators, if it has one meaning in all languages. */
export function localDecimal(text: string): ReturnType<typeof toDecimal> {
  const comma = /^([+-]?\d+),(\d+)$/.exec(text)
  if (comma) return toDecimal(`${comma[1]}.${comma[2]}`)
  const grouped = /^([+-]?[1-9]\d{0,2}(?:([ '.,])\d{3})(?:\2\d{3})*)(?:([.,])(\d+))?$/.exec(text)
  if (!grouped || grouped[2] === grouped[3]) return undefined
  const [, whole = '', , , fraction = '0'] = grouped
  return toDecimal(`${whole.replace(/[ '.,]/g, '')}.${fraction}`)
}
