import { toDecimal } from '../text/decimal.ts'
import { mostDigits } from './bounds.ts'
import { ambiguous, localDecimal, tidy } from './local-decimal.ts'

/** A longer text is not a number. */
const mostChars = 2 * mostDigits

/** A number between a currency or unit of up to four characters and any unit. */
const quantity = /^([^\d+-]{0,4})([+-]?\d[\d.,' ]*?)([.,][-–—]+)?(\D*)$/

/**
 * The number in a column of the catalogue as a canonical decimal, perhaps with its unit: `1.234,50 €` is "1234.5 €".
 * Undefined without a number, and for `1.234`, which may be a thousand, unless the map reads a decimal point there
 * (`hasPoint`).
 */
export function readColumnNumber(text: string, hasPoint: boolean): string | undefined {
  if (text.length > mostChars) return undefined
  const [, before = '', digits = '', , after = ''] = quantity.exec(tidy(text)) ?? []
  const isAmbiguous = ambiguous.test(digits) && !(hasPoint && digits.includes('.'))
  const decimal = isAmbiguous ? undefined : (toDecimal(digits) ?? localDecimal(digits) ?? undefined)
  if (decimal === undefined || decimal.length > mostDigits) return undefined
  const unit = `${before}${after}`.trim()
  return unit === '' ? decimal : `${decimal} ${unit}`
}
