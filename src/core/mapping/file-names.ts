import type { NamedField } from '../record/field-names.ts'
import { isMappedField } from '../record/mapped.ts'
import { sha256OfSlug, type Media } from '../record/media.ts'
import type { Product } from '../record/product.ts'
import type { FieldMap } from './field-map.ts'
import { sourceValue } from './map-values.ts'

/** An attachment with its title and alternative text, as plain text. */
export type DescribedFile = { id: number; slug: string; url: string; title: string; alt: string }

/** Longer descriptions of files are cut. */
const mostChars = 80

/** The names of a product's image and of the files in its mapped fields, by field and id; unknown files are omitted. */
export function namesOfFiles(
  map: FieldMap | undefined,
  product: Product,
  mediaOf: (url: string) => Pick<Media, 'id' | 'url'> | undefined,
): (readonly [NamedField, ReadonlyMap<number, string>])[] {
  const nameIn = (field: NamedField, url: unknown): [NamedField, Map<number, string>][] => {
    const media = typeof url === 'string' && url !== '' ? mediaOf(url) : undefined
    return media === undefined ? [] : [[field, new Map([[media.id, fileNameOf(media.url)]])]]
  }
  return [
    ...nameIn('featuredMedia', product.image),
    ...(map?.rows.flatMap(({ target, as, source }) =>
      as === 'media' && isMappedField(target) ? nameIn(target, sourceValue(source, product)) : [],
    ) ?? []),
  ]
}

/**
 * The name of a file, such as `roof.jpg`. If an editor uploaded it, its alternative text or its title follows, unless it
 * repeats the name: `IMG_2034.jpg “Roof in winter”`.
 */
export function nameOfFile({ slug, url, title, alt }: Omit<DescribedFile, 'id'>): string {
  const name = fileNameOf(url)
  if (sha256OfSlug(slug) !== undefined) return name
  const text = [alt, title]
    .map((one) => one.replaceAll(/\s+/g, ' ').trim())
    .find((one) => !lettersOf(name).startsWith(lettersOf(one)))
  return text === undefined ? name : `${name} “${cut(text)}”`
}

function lettersOf(text: string): string {
  return text.toUpperCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
}

function cut(text: string): string {
  const letters = Array.from(text)
  return letters.length > mostChars ? `${letters.slice(0, mostChars - 1).join('')}…` : text
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
