import { isGtin } from '../../contracts/gtin.ts'

/** The notation of a GTIN-13: plain, or with the zeros that GS1 defines. */
export type GtinForm = 'GTIN-13' | 'GTIN-14' | 'UPC' | 'EAN-8'

const forms: Record<number, GtinForm> = { 13: 'GTIN-13', 14: 'GTIN-14', 12: 'UPC', 8: 'EAN-8' }
const invisible = /[\p{Cc}\p{Cf}]/gu
const exponent = /^(\d)(?:[.,](\d+))?e\+?(\d{1,2})$/i
/** Spreadsheets show six digits of a long number, and some store only those. */
const rounded = /^[1-9]\d*0{4}$/
const roundedRemedy = 'Format its column as text and export it again'
const grouped = /^\d{1,3}([.,'’]\d{3}){2,4}$/

/**
 * Reads a GTIN-13 as catalogues and spreadsheets write it: with spaces, hyphens, invisible characters, an apostrophe
 * or quotes that force text, zero decimals, or with 14, 12 or 8 digits. It is valid only if no digit is missing and the
 * check digit is correct.
 */
export function readGtin(
  text: string,
): { ok: true; gtin: string; form: GtinForm } | { ok: false; reason: string } {
  const digits = digitsOf(text)
  if (digits === '')
    return {
      ok: false,
      reason: `was rounded by a spreadsheet, which shows long numbers in this way. ${roundedRemedy}`,
    }
  if (digits === undefined) return { ok: false, reason: 'is not a GTIN-13: 13 digits are expected' }
  const form = forms[digits.length]
  if (form === undefined) return { ok: false, reason: lengthFault(digits) }
  if (form === 'GTIN-14' && !digits.startsWith('0'))
    return { ok: false, reason: 'is the GTIN-14 of a package; the GTIN-13 of its product is expected' }
  const gtin = digits.padStart(13, '0').slice(-13)
  if (isGtin(gtin)) return { ok: true, gtin, form }
  if (form !== 'GTIN-13' && form !== 'GTIN-14') return { ok: false, reason: lengthFault(digits) }
  const hint = rounded.test(gtin) ? `; a spreadsheet has probably rounded it. ${roundedRemedy}` : ''
  return { ok: false, reason: `has a wrong check digit${hint}` }
}

/** Whether a text is probably meant as a GTIN: a number of similar length, or one that a spreadsheet rounded. */
export function looksLikeGtin(text: string): boolean {
  const digits = digitsOf(text)
  return digits === '' || (digits !== undefined && digits.length >= 11 && digits.length <= 14)
}

/** The digits of a text; empty if some were rounded away, undefined if it is not a number. */
function digitsOf(text: string): string | undefined {
  const visible = text.normalize('NFKC').replace(invisible, '').trim()
  const inner = visible.replace(/^=?[\s"'’‘´`]+|[\s"]+$/g, '')
  const power = exponent.exec(inner)
  if (power !== null) return fromPower(power)
  const whole = grouped.test(inner)
    ? inner.replace(/[.,'’]/g, '')
    : inner.replace(/^\(01\)(?=\d{14}$)/, '').replace(/(?<=\d)[.,]0+$/, '')
  const digits = whole.replace(/[\s\p{Pd}]+/gu, '')
  return /^\d+$/.test(digits) ? digits : undefined
}

/** A number in exponent notation is usable only if a spreadsheet has not cut its digits. */
function fromPower([, first = '', more = '', power]: RegExpExecArray): string {
  return more.length === Number(power) ? first + more : ''
}

function lengthFault(digits: string): string {
  return `has ${digits.length} digits, a GTIN-13 has 13`
}
