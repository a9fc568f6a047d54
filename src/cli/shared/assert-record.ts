import { Gtin, gtinCheckDigit, Language } from '../../contracts/gtin.ts'
import { ConfigError } from '../../lib/errors.ts'

/** Throws ConfigError, which names what was read and what is expected, unless these are a GTIN-13 and a language code; what is not given is not looked at. */
export function assertRecord(gtin: string | undefined, language: string | undefined): void {
  if (gtin !== undefined && !Gtin.safeParse(gtin).success) {
    const digit = /^\d{13}$/.test(gtin) ? gtinCheckDigit(gtin.slice(0, 12)) : undefined
    throw new ConfigError(
      digit === undefined
        ? `"${gtin}" is no GTIN-13: 13 digits are expected, the last of them the check digit.`
        : `${gtin} is no GTIN-13: its check digit is ${gtin.at(-1)}, and these digits have ${digit}. A digit is mistyped.`,
    )
  }
  if (language !== undefined && !Language.safeParse(language).success)
    throw new ConfigError(`"${language}" is no language code; one such as de-de is expected.`)
}
