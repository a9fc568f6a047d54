import type { Product } from '../record/product.ts'
import type { Format } from './locale/format.ts'
import type { Labels } from './locale/labels.ts'
import { sizeFields, type Units } from './locale/units.ts'

type Rows = [label: string, value: string][]

/** The rows of the table of technical data; what does not apply has no row, and a measure only a unit that is known. */
export function factRows(product: Product, labels: Labels, format: Format, units: Units): Rows {
  return withoutBlanks([
    [labels.item_number, product.item_number],
    [labels.gtin, product.gtin],
    [labels.price, product.price === null ? '' : format.euro(product.price)],
    [labels.availability, product.availability === 'unknown' ? '' : labels[product.availability]],
    ...sizeFields.map((size): Rows[number] => {
      const [number, unit] = [product[size], units[size]]
      if (number === null) return [labels[size], '']
      return [labels[size], unit === undefined ? format.number(number) : format.measure(number, unit)]
    }),
    [labels.folded, product.folded === null ? '' : product.folded ? labels.yes : labels.no],
  ])
}

/** The rows of the table of packaging: the units that the product is sold in. */
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

/** `Box, 8 × Roll`, or what of it is known. */
function pack({ trade_unit }: Product, unit: string, quantity: string | null, format: Format): string {
  const content =
    quantity === null ? '' : `${format.number(quantity)} ${trade_unit && `× ${trade_unit}`}`.trim()
  return [unit, content].filter(Boolean).join(', ')
}
