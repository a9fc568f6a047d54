import { htmlFields, imageFields, pdfFields, plainTextFields, WireProduct } from '../../contracts/partner.ts'
import type { Product } from '../record/product.ts'
import { driftFaults, explainDrift } from '../text/drift.ts'
import { boundFaults, withinBounds } from './bounds.ts'
import { markupFaultOf } from './product-fault.ts'
import { readAvailability, readFlag } from './read-choice.ts'
import { readEntries, withDecodedLists } from './read-entries.ts'
import { readNumbers } from './read-number.ts'
import { readText } from './read-text.ts'

const textFields = [...plainTextFields, ...htmlFields, ...pdfFields, ...imageFields] as const

type Texts = Record<(typeof textFields)[number], string>

/** Undocumented fields are reported, but a response must not make the report arbitrarily long. */
const mostUnknown = 50

export type ParsedProduct =
  | {
      ok: true
      product: Product
      unknownFields: string[]
      /** A phrase for each value that differs from the documentation and is shown unchanged, converted or omitted. */
      oddities: string[]
      /** Why the price is omitted although the partner sent one. */
      unreadablePrice?: string
    }
  | { ok: false; reason: string }

/** The fields that identify a record. They are never guessed. */
const Identity = WireProduct.pick({ gtin: true, language: true, name: true })

/**
 * Converts a response of the partner to a product, or returns why it cannot be read. Only the fields that identify the
 * record must match the documentation. Other values are read as well as possible, and omitted if they are overlong.
 */
export function toProduct(sent: unknown): ParsedProduct {
  const identity = Identity.safeParse(sent)
  const decoded = withDecodedLists(Object(sent))
  const { body, oddities: longValues } = withinBounds(decoded.body)
  const oddities = [...decoded.oddities, ...longValues]
  const beyond = boundFaults(body)
  if (beyond.length > 0) return { ok: false, reason: explainDrift(body, beyond) }
  if (!identity.success) return { ok: false, reason: explainDrift(sent, driftFaults(identity.error.issues)) }
  const texts = Object.fromEntries(textFields.map((field) => [field, readText(field, body[field])]))
  const name = readText('name', identity.data.name)
  const { unreadablePrice, ...numbers } = readNumbers(body)
  const availability = readAvailability(body['availability'])
  const folded = readFlag('folded', body['folded'])
  const attributes = readEntries('attributes', body['attributes'])
  const materials = readEntries('materials', body['materials'])
  const product = {
    ...(Object.fromEntries(textFields.map((field) => [field, texts[field]?.value])) as Texts),
    ...numbers.value,
    gtin: identity.data.gtin,
    language: identity.data.language,
    name: name.value,
    availability: availability.value,
    folded: folded.value,
    attributes: attributes.value,
    materials: materials.value.map(({ name: material, value }) => ({ name: material, value })),
  } satisfies Product
  const broken = markupFaultOf(product)
  if (broken !== undefined) return { ok: false, reason: broken }
  const readings = [name, ...Object.values(texts), numbers, availability, folded, attributes, materials]
  return {
    ok: true,
    product,
    unknownFields: unknownKeys(body),
    oddities: [...new Set([...oddities, ...readings.flatMap((reading) => reading.oddities)])],
    ...(unreadablePrice !== undefined && { unreadablePrice }),
  }
}

function unknownKeys(body: unknown): string[] {
  const unknown = Object.keys(Object(body)).filter((key) => !Object.hasOwn(WireProduct.shape, key))
  return unknown.slice(0, mostUnknown)
}
