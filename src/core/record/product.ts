import {
  type Availability,
  htmlFields,
  imageFields,
  numberFields,
  pdfFields,
  plainTextFields,
  WireProduct,
} from '../../contracts/partner.ts'
import { toDecimal } from './decimal.ts'
import { driftFaults, explainDrift } from '../plan/drift.ts'
import { boundFaults, mostDigits } from './bounds.ts'
import { markupFaultOf } from './product-fault.ts'
import type { RecordKey } from './record.ts'

const textFields = [...plainTextFields, ...htmlFields, ...pdfFields, ...imageFields] as const

/** Fields that nobody documented are reported, but not as many or as long as somebody likes. */
const mostUnknown = 50

type Texts = Record<(typeof textFields)[number], string>
type Numbers = Record<(typeof numberFields)[number], string | null>

/**
 * A product in one form: texts are trimmed and "" when there is none, numbers are canonical decimal strings
 * or null, inapplicable `folded` is null.
 */
export type Product = RecordKey & {
  name: string
  availability: Availability
  folded: boolean | null
  attributes: { name: string; norm: string; value: string }[]
  materials: { name: string; value: string }[]
} & Texts &
  Numbers

export type ParsedProduct =
  | { ok: true; product: Product; unknownFields: string[]; oddities: string[] }
  | { ok: false; reason: string }

/** Makes the one form of whatever the partner sent, or says which field cannot be understood, or is beyond a bound. */
export function toProduct(body: unknown): ParsedProduct {
  const beyond = boundFaults(body)
  if (beyond.length > 0) return { ok: false, reason: explainDrift(body, beyond) }
  const parsed = WireProduct.safeParse(body)
  if (!parsed.success) return { ok: false, reason: explainDrift(body, driftFaults(parsed.error.issues)) }
  const wire = parsed.data
  const numbers = Object.fromEntries(numberFields.map((field) => [field, toDecimal(wire[field])]))
  const unreadable = numberFields.filter((field) => numbers[field] === undefined)
  if (unreadable.length > 0) {
    const faults = unreadable.map((field) => ({ path: [field], expected: 'a number' }))
    return { ok: false, reason: explainDrift(body, faults) }
  }
  const long = numberFields.filter((field) => String(numbers[field]).length > mostDigits)
  if (long.length > 0) {
    const faults = long.map((field) => ({ path: [field], expected: `at most ${mostDigits} digits` }))
    return { ok: false, reason: explainDrift(body, faults) }
  }
  const texts = Object.fromEntries(textFields.map((field) => [field, clean(wire[field])]))
  const product = {
    ...(texts as Texts),
    ...(numbers as Numbers),
    gtin: wire.gtin,
    language: wire.language,
    name: clean(wire.name),
    availability: wire.availability ?? 'unknown',
    folded: typeof wire.folded === 'boolean' ? wire.folded : null,
    attributes: (wire.attributes ?? []).map(({ name, norm, value }) => ({
      name: clean(name),
      norm: clean(norm),
      value: clean(value),
    })),
    materials: (wire.materials ?? []).map(({ name, value }) => ({ name: clean(name), value: clean(value) })),
  } satisfies Product
  const broken = markupFaultOf(product)
  if (broken !== undefined) return { ok: false, reason: broken }
  return { ok: true, product, unknownFields: unknownKeys(body), oddities: [] }
}

function clean(text: string | null | undefined): string {
  return (text ?? '').trim()
}

function unknownKeys(body: unknown): string[] {
  const unknown = Object.keys(Object(body)).filter((key) => !Object.hasOwn(WireProduct.shape, key))
  return unknown.slice(0, mostUnknown)
}
