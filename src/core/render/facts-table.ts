import { Availability } from '../../contracts/partner.ts'
import type { Product } from '../record/product.ts'
import type { Format } from './locale/format.ts'
import type { Labels } from './locale/labels.ts'
import { sizeFields, type Units } from './locale/units.ts'

type Rows = [label: string, value: string][]

/** Whether numbers are shown that have neither the partner's unit nor the operator's. */
export type NumbersWithoutUnit = 'hide' | 'show'
export type Measures = { units: Units; numbersWithoutUnit: NumbersWithoutUnit }

/** The rows that a buyer looks for first. Inapplicable values have no row. */
export function keyFactRows(product: Product, labels: Labels, format: Format): Rows {
  return withoutBlanks([
    [labels.item_number, product.item_number],
    [labels.gtin, product.gtin],
    [labels.price, product.price === null ? '' : format.euro(product.price)],
    [labels.availability, describeAvailability(product, labels)],
  ])
}

/** The rows of the dimensions, the weight and the form of delivery. */
export function measureRows(product: Product, labels: Labels, format: Format, measures: Measures): Rows {
  return withoutBlanks([
    ...sizeFields.map((size): Rows[number] => {
      const number = product[size]
      return [labels[size], number === null ? '' : describeMeasure(number, size, format, measures)]
    }),
    [labels.folded, product.folded === null ? '' : product.folded ? labels.yes : labels.no],
  ])
}

/** The measures of a product that have neither the partner's unit nor the operator's. */
export function sizesWithoutUnit(product: Product, units: Units): (keyof Units)[] {
  return sizeFields.filter((size) => product[size]?.includes(' ') === false && units[size] === undefined)
}

/** The measures whose unit is known: canonical decimals, and the unit as the partner or the operator spells it. */
export function shownMeasures(
  product: { readonly [size in keyof Units]?: string | null },
  units: Units,
): { size: keyof Units; value: string; unit: string }[] {
  return sizeFields.flatMap((size) => {
    const [value = '', own] = product[size]?.split(' ') ?? []
    const unit = own ?? units[size]
    return value === '' || unit === undefined ? [] : [{ size, value, unit }]
  })
}

/** A measure with the partner's unit, or else the operator's; "" if a number without a unit is hidden. */
export function describeMeasure(
  text: string,
  size: keyof Units,
  format: Format,
  { units, numbersWithoutUnit }: Measures,
): string {
  const [number = '', own] = text.split(' ')
  if (own !== undefined) return `${format.number(number)}\u00a0${own}`
  const unit = units[size]
  if (unit !== undefined) return format.measure(number, unit)
  return numbersWithoutUnit === 'show' ? format.number(number) : ''
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
