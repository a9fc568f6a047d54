import { Gtin, gtinCheckDigit, Language } from '../../contracts/gtin.ts'
import { ConfigError } from '../../lib/errors.ts'

/** Throws ConfigError unless the given values are a GTIN-13 and a language code. */
export function assertRecord(gtin: string | undefined, language: string | undefined): void {
  if (gtin !== undefined && !Gtin.safeParse(gtin).success) {
    const digit = /^\d{13}$/.test(gtin) ? gtinCheckDigit(gtin.slice(0, 12)) : undefined
    throw new ConfigError(
      digit === undefined
        ? `"${gtin}" is not a GTIN-13. Enter 13 digits, the last of them the check digit.`
        : `${gtin} is not a GTIN-13: its check digit is ${gtin.at(-1)} instead of ${digit}. A digit is mistyped.`,
    )
  }
  if (language !== undefined && !Language.safeParse(language).success)
    throw new ConfigError(`"${language}" is not a language code. Enter one such as de-de.`)
}
