import { lruMemoize } from '../../text/lru-memoize.ts'
import { memoize } from '../memoize.ts'
import { intlUnits, type UnitName } from './units.ts'

/** The number formats of a language; all inputs are canonical decimal strings or counts of bytes. */
export type Format = {
  number(decimal: string): string
  /** A number with its unit: `1,5 m²`. */
  measure(decimal: string, unit: UnitName): string
  euro(decimal: string): string
  fileSize(bytes: number): string
}

/** The partner's prices are in euros. */
export const currency = 'EUR'

const kilo = 1000

/** Products share most of their numbers, and formatting one takes longer than rendering its row. */
const rememberedChars = 20_000

/** Formats for a language code; a language without data uses English formats on every machine. */
export function createFormat(language: string): Format {
  const locale = localeOf(language)
  const plain = new Intl.NumberFormat(locale, { maximumFractionDigits: 20 })
  const money = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    minimumFractionDigits: 2,
    maximumFractionDigits: 20,
  })
  const unit = (name: string, digits: number) =>
    new Intl.NumberFormat(locale, { style: 'unit', unit: name, maximumFractionDigits: digits })
  const kilobytes = unit('kilobyte', 0)
  const megabytes = unit('megabyte', 1)
  const measureIn = memoize((name: UnitName) => {
    const { unit: simple, power } = intlUnits[name]
    return exactly(unit(simple, 20), power)
  })
  return {
    number: exactly(plain),
    measure: (decimal, name) => measureIn(name)(decimal),
    euro: exactly(money),
    fileSize: (bytes) =>
      bytes < kilo * kilo
        ? kilobytes.format(Math.max(1, Math.round(bytes / kilo)))
        : megabytes.format(bytes / kilo / kilo),
  }
}

/** The language's own name without the region, which is irrelevant for a document: "Deutsch", "中文（繁體）". */
export function nameOfWrittenLanguage(language: string): string {
  return nameOfLanguage(language.replace(/^([a-z]+(?:-[a-z]{4}\b)?).*$/i, '$1'))
}

/** The language's own name as a title: "Deutsch (Österreich)". The code if there is no name. */
export const nameOfLanguage = memoize((language: string): string => {
  const locale = localeOf(language)
  const names = new Intl.DisplayNames(locale, { type: 'language', languageDisplay: 'standard' })
  const isKnown = locale.toLowerCase() === language.toLowerCase()
  const name = (isKnown && names.of(locale)) || language
  return name.slice(0, 1).toLocaleUpperCase(locale) + name.slice(1)
})

/** Compares text in the collation order of a language; numbers inside it by their value. */
export const comparerOf = memoize(
  (language: string) => new Intl.Collator(localeOf(language), { numeric: true }).compare,
)

// An unknown language would otherwise use the locale of the machine.
export function localeOf(language: string): string {
  try {
    return Intl.NumberFormat.supportedLocalesOf(language)[0] ?? 'en'
  } catch {
    return 'en'
  }
}

/** Intl has no square units, so these are the simple ones followed by a sign. */
function exactly(format: Intl.NumberFormat, power = ''): (decimal: string) => string {
  const formatted = (decimal: string): string => {
    if (!isDecimal(decimal)) return decimal
    return format
      .formatToParts(decimal)
      .map(({ type, value }) => (type === 'unit' && power !== '' ? value.replace('.', '') + power : value))
      .join('')
  }
  return lruMemoize(formatted, rememberedChars)
}

// The formatter accepts decimal strings with more digits than a number can hold.
function isDecimal(text: string): text is `${number}` {
  return /^-?\d+(?:\.\d+)?$/.test(text)
}
