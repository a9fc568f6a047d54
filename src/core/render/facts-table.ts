import type { Product } from '../product.ts'
import type { Format } from './format.ts'
import type { Labels } from './labels.ts'

const sizes = ['length', 'width', 'height', 'area', 'joint', 'weight'] as const

/** The rows of the table of technical data, `[label, value]`; what does not apply has no row. */
export function factRows(product: Product, labels: Labels, format: Format): [string, string][] {
  const rows: [string, string | undefined][] = [
    [labels.item_number, product.item_number],
    [labels.gtin, product.gtin],
    [labels.price, product.price === null ? undefined : format.euro(product.price)],
    [labels.availability, product.availability === 'unknown' ? undefined : labels[product.availability]],
    ...sizes.map((size): [string, string | undefined] => [labels[size], numberOr(product[size], format)]),
    [labels.folded, product.folded === null ? undefined : product.folded ? labels.yes : labels.no],
    [labels.trade_unit, product.trade_unit],
    [labels.packaging_unit, pack(product, product.packaging_unit, product.packaging_unit_quantity, format)],
    [labels.bundle_unit, pack(product, product.bundle_unit, product.bundle_unit_quantity, format)],
  ]
  return rows.flatMap(([label, value]): [string, string][] => (value ? [[label, value]] : []))
}

function numberOr(decimal: string | null, format: Format): string | undefined {
  return decimal === null ? undefined : format.number(decimal)
}

/** `Box, 8 × Roll`, or what of it is known. */
function pack({ trade_unit }: Product, unit: string, quantity: string | null, format: Format): string {
  const content =
    quantity === null ? '' : `${format.number(quantity)} ${trade_unit && `× ${trade_unit}`}`.trim()
  return [unit, content].filter(Boolean).join(', ')
}
