import { pdfFields } from '../../contracts/partner.ts'
import type { Product } from '../record/product.ts'
import { fileKey } from '../text/signed-url.ts'
import { sourceFields, type SourceField } from './field-map.ts'

/** The start of the name of a catalogue's column in a map. */
export const columnPrefix = 'catalog.'

/** The files that the media library needs to have; other URLs are only text. */
const files: ReadonlySet<SourceField> = new Set(['image', ...pdfFields])

/**
 * The fields of `publish_if` that a product lacks, in their order. A file counts once it is in the media library
 * (`hasFile`, by the key of its URL), and an availability once it is known.
 */
export function missingFields(
  names: readonly string[],
  product: Product,
  hasFile: (url: string) => boolean,
): string[] {
  return names.filter((name) => {
    const field = sourceFields.find((one) => one === name)
    if (field === undefined) return isEmpty(columnOf(product, name))
    const value = product[field]
    if (isEmpty(value) || (field === 'availability' && value === 'unknown')) return true
    return files.has(field) && typeof value === 'string' && !hasFile(fileKey(value))
  })
}

function columnOf({ catalog = [] }: Product, name: string): string | undefined {
  return catalog.find((column) => columnPrefix + column.name === name)?.value
}

function isEmpty(value: Product[keyof Product]): boolean {
  if (Array.isArray(value)) return value.length === 0
  return value === undefined || value === null || value === ''
}
