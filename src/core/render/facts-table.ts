import { Availability } from '../../contracts/partner.ts'
import type { Product } from '../record/product.ts'
import type { Format } from './locale/format.ts'
import type { Labels } from './locale/labels.ts'
import { sizeFields, type Units } from './locale/units.ts'

type Rows = [label: string, value: string][]

/**
 * The rows of the table of technical data. Inapplicable values have no row, and a measure shows a unit only if it is
 * known.
 */
export function factRows(product: Product, labels: Labels, format: Format, units: Units): Rows {
  return withoutBlanks([
    [labels.item_number, product.item_number],
    [labels.gtin, product.gtin],
    [labels.price, product.price === null ? '' : format.euro(product.price)],
    [labels.availability, describeAvailability(product, labels)],
    ...sizeFields.map((size): Rows[number] => {
      const [number, unit] = [product[size], units[size]]
      if (number === null) return [labels[size], '']
      return [labels[size], describeMeasure(number, unit, format)]
    }),
    [labels.folded, product.folded === null ? '' : product.folded ? labels.yes : labels.no],
  ])
}

/** A measure with the partner's unit, or else the operator's. */
function describeMeasure(text: string, unit: Units[keyof Units], format: Format): string {
  const [number = '', own] = text.split(' ')
  if (own !== undefined) return `${format.number(number)}\u00a0${own}`
  return unit === undefined ? format.number(number) : format.measure(number, unit)
}

/** A documented word in the page's language, or the partner's text. */
function describeAvailability({ availability }: Product, labels: Labels): string {
  if (availability === 'unknown') return ''
  const known = Availability.safeParse(availability)
  return known.success && known.data !== 'unknown' ? labels[known.data] : availability
}

/** The rows of the packaging table: the units in which the product is sold. */
export function packagingRows(product: Product, labels: Labels, format: Format): Rows {
  const { packaging_unit, packaging_unit_quantity, bundle_unit, bundle_unit_quantity } = product
  return withoutBlanks([
    [labels.trade_unit, product.trade_unit],
    [labels.packaging_unit, pack(product, packaging_unit, packaging_unit_quantity, format)],
    [labels.bundle_unit, pack(product, bundle_unit, bundle_unit_quantity, format)],
  ])
}

function withoutBlanks(rows: Rows): Rows {
  return rows.filter(([, value]) => value !== '')
}

/** `Box, 8 × Roll`, or the known part of it. */
function pack({ trade_unit }: Product, unit: string, quantity: string | null, format: Format): string {
  const content =
    quantity === null ? '' : `${format.number(quantity)} ${trade_unit && `× ${trade_unit}`}`.trim()
  return [unit, content].filter(Boolean).join(', ')
}
