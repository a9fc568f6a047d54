import type { pdfFields } from '../../contracts/partner.ts'
import type { JsonLd, JsonLdValue } from '../markup/json-ld.ts'
import type { Media } from '../record/media.ts'
import type { Product } from '../record/product.ts'
import { shownMeasures, type Measures } from './facts-table.ts'
import type { Labels } from './locale/labels.ts'
import { currency } from './locale/format.ts'
import { memoize } from './memoize.ts'

/** The files of a product that are in the CMS, and its family. */
type ProductParts = {
  image: Media | undefined
  documents: readonly { field: (typeof pdfFields)[number]; media: Media }[]
  group: JsonLd | undefined
}

/** The operator's brand of all products; "" if unknown, as the partner's interface has no brand. */
type DataContext = Measures & { labels: Labels; brand: string }

const vocabulary = 'https://schema.org'
const availabilities: Readonly<Record<string, string>> = {
  available: 'InStock',
  limited: 'LimitedAvailability',
  not_available: 'OutOfStock',
}

/** A product as schema.org describes it, with the content that its page shows. */
export function productData(product: Product, files: ProductParts, context: DataContext): JsonLd {
  const { language, gtin, name, item_number: sku } = product
  const inLanguage = languageTag(language)
  return {
    '@context': vocabulary,
    '@type': 'Product',
    name: onOneLine(name),
    ...present({ description: descriptionOf(product), sku: onOneLine(sku) }),
    gtin13: gtin,
    ...(context.brand !== '' && { brand: { '@type': 'Brand', name: context.brand } }),
    ...(files.group && { isVariantOf: files.group }),
    ...(files.image && { image: imageData(files.image, product) }),
    ...listed('additionalProperty', measuresOf(product, context)),
    ...(product.price !== null && { offers: offerOf(product, product.price) }),
    ...listed(
      'subjectOf',
      files.documents.map(({ field, media: { url, mime } }) => ({
        '@type': 'DigitalDocument',
        name: context.labels[field],
        url,
        encodingFormat: mime,
        ...inLanguage,
      })),
    ),
  }
}

function imageData({ url }: Media, { name, language }: Product): JsonLd {
  return { '@type': 'ImageObject', url, caption: onOneLine(name), ...languageTag(language) }
}

function offerOf({ availability }: Product, price: string): JsonLd {
  const known = availabilities[availability]
  return {
    '@type': 'Offer',
    price,
    priceCurrency: currency,
    ...(known !== undefined && { availability: `${vocabulary}/${known}` }),
  }
}

/** The measures whose unit is known; other numbers are meaningless outside the page. */
function measuresOf(product: Product, { labels, units }: DataContext): JsonLd[] {
  return shownMeasures(product, units).map(({ size, value, unit }) => ({
    '@type': 'PropertyValue',
    name: labels[size],
    value,
    unitText: unit,
  }))
}

function descriptionOf({ intro, application_short: short }: Product): string {
  return onOneLine(intro || short)
}

function onOneLine(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
}

function present(texts: Readonly<Record<string, string>>): JsonLd {
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ''))
}

function listed(name: string, values: readonly JsonLdValue[]): JsonLd {
  return values.length === 0 ? {} : { [name]: values }
}

/** `de-de` as `de-DE`; nothing for a code that is not a language tag. */
const languageTag = memoize((language: string): { inLanguage?: string } => {
  try {
    return Object.fromEntries(Intl.getCanonicalLocales(language).map((tag) => ['inLanguage', tag]))
  } catch {
    return {}
  }
})
