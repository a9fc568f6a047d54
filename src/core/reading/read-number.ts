import { numberFields } from '../../contracts/partner.ts'
import { mostDigits } from './bounds.ts'
import { toDecimal } from '../text/decimal.ts'
import { ambiguous, localDecimal, tidy } from './local-decimal.ts'
import { quoteOdd, type Reading } from './reading.ts'

type NumberField = (typeof numberFields)[number]

/** Words for "not applicable". */
const nothing =
  /^(?:n\s?[./]?\s?a\.?|k\s?\.?\s?a\.?|[-–—]+|none|null|nil|undefined|nan|keine angabe|entfällt|not applicable)$/i

const lengths = unitsPattern('mm|cm|dm|m|MM|CM')
const pieces = unitsPattern('Stk\\.?|Stück|St\\.|pcs\\.?|pc\\.|pieces?')

/** A number with a unit of its field. */
const withUnit: Readonly<Record<NumberField, RegExp>> = {
  price: unitsPattern('€|EUR|Euro|eur|euro'),
  length: lengths,
  width: lengths,
  height: lengths,
  joint: lengths,
  area: unitsPattern('(?:mm|cm|dm|m)[²2]|qm|sqm'),
  weight: unitsPattern('kg|KG|Kg|mg|g|t'),
  packaging_unit_quantity: pieces,
  bundle_unit_quantity: pieces,
}
/** The unit of these fields adds nothing: the page shows prices in euros and quantities as counts. */
const implied: ReadonlySet<string> = new Set(['price', 'packaging_unit_quantity', 'bundle_unit_quantity'])

/**
 * Reads all numbers of a product, in the notation of any program or language. A number with two possible meanings is
 * omitted: `1.234` is a thousand in some languages. Another value of the record may show which separator it uses, but
 * the price is never inferred.
 */
export function readNumbers(
  wire: Readonly<Record<string, unknown>>,
): Reading<Record<NumberField, string | null>> & { unreadablePrice?: string } {
  const points = numberFields.some((field) => usesPoint(field, wire[field]))
  const commas = numberFields.some((field) => usesComma(field, wire[field]))
  const pointIsDecimal = points && !commas
  const readings = numberFields.map((field) => ({
    field,
    ...readField(field, wire[field], pointIsDecimal && field !== 'price'),
  }))
  const fault = readings.find(({ field }) => field === 'price')?.fault
  return {
    value: Object.fromEntries(readings.map(({ field, value }) => [field, value])) as Record<
      NumberField,
      string | null
    >,
    oddities: readings.flatMap(({ oddities }) => oddities),
    ...(fault !== undefined && { unreadablePrice: fault }),
  }
}

/** `fault` explains why a value cannot be used. */
type FieldReading = Reading<string | null> & { fault?: string }

function readField(field: NumberField, sent: unknown, pointIsDecimal: boolean): FieldReading {
  const read = readNumber(field, sent, pointIsDecimal)
  const value = quoteOdd(sent)
  const leftOut = (oddity: string, fault: string): FieldReading => ({
    value: null,
    oddities: [oddity],
    fault,
  })
  if (read === undefined)
    return leftOut(
      `${field} ${value} cannot be read as a number and is left out`,
      `${field} is ${value}, which cannot be read`,
    )
  // Programs send zero or a negative number if they have no price.
  if (field === 'price' && read !== null && Number(read) <= 0)
    return leftOut(
      `price ${value} is not above zero and is left out`,
      `price is ${value}, which is not above zero`,
    )
  if (typeof sent !== 'string' || sent.trim() === '' || toDecimal(sent) === read)
    return { value: read, oddities: [] }
  if (read?.includes(' ')) return { value: read, oddities: [`${field} ${value} is shown with its unit`] }
  return {
    value: read,
    oddities: [`${field} ${value} is read as ${read === null ? 'no value' : quoteOdd(read)}`],
  }
}

/** A canonical decimal, perhaps with its unit. Null if not applicable; undefined if it is not exactly one number. */
function readNumber(field: NumberField, value: unknown, pointIsDecimal: boolean): string | null | undefined {
  if (value === null || value === undefined) return null
  if (typeof value !== 'string' && typeof value !== 'number') return undefined
  const text = tidy(value)
  if (text === '' || nothing.test(text)) return null
  const { digits, unit } = splitUnit(field, text)
  const isMeant = typeof value === 'number' || (pointIsDecimal && digits.includes('.'))
  const isAmbiguous = ambiguous.test(digits) && !isMeant
  const decimal = isAmbiguous ? undefined : (toDecimal(digits) ?? localDecimal(digits))
  if (typeof decimal !== 'string' || decimal.length > mostDigits) return undefined
  return unit === '' || implied.has(field) ? decimal : `${decimal} ${unit}`
}

function unitsPattern(names: string): RegExp {
  return new RegExp(`^(?:(?:${names})\\s*(?=[-+\\d])(\\S+(?: \\S+)*)|(.*[\\d.])\\s*(${names}))$`)
}

function splitUnit(field: NumberField, text: string): { digits: string; unit: string } {
  const [, after, before, unit = ''] = withUnit[field].exec(text) ?? []
  return { digits: after ?? before ?? text, unit }
}

/** Whether a text shows that a point separates decimals. */
function usesPoint(field: NumberField, value: unknown): boolean {
  const digits = digitsOf(field, value)
  return !ambiguous.test(digits) && /^[^.]*\d\.\d+$/.test(digits)
}

function usesComma(field: NumberField, value: unknown): boolean {
  const digits = digitsOf(field, value)
  return !ambiguous.test(digits) && /^[^,]*\d,\d+$/.test(digits)
}

function digitsOf(field: NumberField, value: unknown): string {
  return typeof value === 'string' ? splitUnit(field, tidy(value)).digits : ''
}
