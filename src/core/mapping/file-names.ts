import { isMappedField, type MappedField } from '../record/mapped.ts'
import type { Media } from '../record/media.ts'
import type { Product } from '../record/product.ts'
import type { FieldMap } from './field-map.ts'
import { sourceValue } from './map-values.ts'

/** The names of the files in a product's fields, by field and id; files that are not known are omitted. */
export function namesOfFiles(
  { rows }: FieldMap,
  product: Product,
  mediaOf: (url: string) => Pick<Media, 'id' | 'url'> | undefined,
): (readonly [MappedField, ReadonlyMap<number, string>])[] {
  return rows.flatMap(({ target, as, source }) => {
    const value = as === 'media' && isMappedField(target) ? sourceValue(source, product) : ''
    const media = typeof value === 'string' && value !== '' ? mediaOf(value) : undefined
    return media === undefined || !isMappedField(target)
      ? []
      : [[target, new Map([[media.id, fileNameOf(media.url)]])] as const]
  })
}

/** The name of the file at a URL. */
function fileNameOf(url: string): string {
  const name = URL.parse(url)?.pathname.split('/').at(-1) ?? ''
  if (name === '') return url
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}
