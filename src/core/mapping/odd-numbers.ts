import type { Product } from '../record/product.ts'
import { quoteOdd } from '../reading/reading.ts'
import type { FieldMap, MapSource } from './field-map.ts'
import { numberOf, sourceValue } from './map-values.ts'
import { columnPrefix } from './publish-if.ts'

/** A phrase for each value of a product that a map needs as a number, and that is none: `catalog.rank "12,5" …`. */
export function oddNumbers({ rows }: FieldMap, product: Product): string[] {
  return rows.flatMap((row) => {
    const { source, as, target } = row
    if (as !== 'number' && as !== 'integer') return []
    const value = sourceValue(source, product)
    if (typeof value !== 'string' || value.trim() === '' || numberOf(row, value) !== null) return []
    const form = as === 'integer' ? 'a whole number' : 'a number with a decimal point'
    return [`${nameOf(source)} ${quoteOdd(value)} is not ${form} and is left out of ${target}`]
  })
}

function nameOf(source: MapSource): string {
  if (source.kind === 'column') return columnPrefix + source.column
  return source.kind === 'field' ? source.field : 'text'
}
