import { parseWireDate } from '../store/dates.ts'
import { fromBytes } from '../text/from-bytes.ts'

/** A property of a value from the library, if it exists. */
export function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

/** A number as PHP prints it: 14 digits, small numbers as `1.0E-5`. */
export function toFloatText(value: number): string {
  const rounded = Number(value.toPrecision(14))
  if (rounded === 0 || Math.abs(rounded) >= 1e-4) return String(rounded)
  const [digits = '', exponent] = rounded.toExponential().split('e')
  return `${digits.includes('.') ? digits : `${digits}.0`}E${exponent}`
}

/** The library returns a rational number as a pair. */
export function fractionOf(tag: unknown): number {
  const [top, bottom] = numbersOf(tag)
  return top === undefined || bottom === undefined || bottom === 0 ? 0 : top / bottom
}

/** The numbers of a tag, which may have one or several. */
export function numbersOf(tag: unknown): number[] {
  const value = memberOf(tag, 'value')
  return (Array.isArray(value) ? value : [value]).filter((one) => typeof one === 'number')
}

/** The text of a tag. The library decodes it as UTF-8 if that is valid, else as Latin-1. */
export function textOf(tag: unknown): string {
  const value = memberOf(tag, 'value')
  const [first]: unknown[] = Array.isArray(value) ? value : []
  if (typeof first === 'string') return first
  const description = memberOf(tag, 'description')
  return typeof description === 'string' ? description : ''
}

/** The values of an IPTC tag, which may occur several times. */
export function iptcTexts(tags: unknown): string[] {
  return (Array.isArray(tags) ? tags : [tags]).flatMap((tag) => {
    const bytes = Buffer.from(numbersOf(tag))
    return bytes.length === 0 ? [] : [fromBytes(bytes).trim()]
  })
}

/** Days that do not exist roll over. This includes `0000-00-00`, which cameras without a clock write. */
export function toSeconds(date: string): string {
  const parsed = parseWireDate(date)
  return parsed === undefined ? '' : String(parsed.time / 1000)
}
