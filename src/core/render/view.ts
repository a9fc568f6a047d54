import { pdfFields } from '../../contracts/partner.ts'
import type { Media } from '../record/media.ts'
import type { Product } from '../record/product.ts'
import type { ImageBlock } from '../markup/blocks.ts'
import { factRows, packagingRows } from './facts-table.ts'
import { type Format, nameOfLanguage, nameOfWrittenLanguage } from './locale/format.ts'
import type { Labels } from './locale/labels.ts'
import { plainBlocks } from '../html/text-blocks.ts'
import type { Units } from './locale/units.ts'

/** The media of an asset's URL, if it is in the CMS. */
export type MediaOf = (url: string) => Media | undefined

/** The data of a template, as `it`; empty lists and "" if there is no content. */
export type View = {
  product: Product
  labels: Labels
  image: ImageBlock | undefined
  /** Core blocks. */
  intro: string
  /** The HTML fields with content: a title and core blocks. */
  sections: { field: string; title: string; blocks: string }[]
  facts: [string, string][]
  attributes: { name: string; norm: string; value: string }[]
  materials: { name: string; value: string }[]
  packaging: [string, string][]
  /** `title`: the kind of document; `note`: its language, type and size, which are also separate fields. */
  downloads: { url: string; title: string; note: string; language: string; type: string; size: string }[]
  /** The product’s pages in other languages, each with the language's own name. */
  languages: { language: string; url: string; title: string }[]
}

/** A page of the same product in another language. */
export type OtherPage = { language: string; url: string }

const sectionFields = ['advantages', 'application', 'substrate', 'limiting_factors'] as const

/** The additions of a language and a renderer to a product: labels, numbers, and HTML fields as core blocks. */
export type ViewContext = {
  labels: Labels
  format: Format
  units: Units
  htmlBlocks: (html: string) => string
}

export function viewOf(
  product: Product,
  mediaOf: MediaOf,
  others: readonly OtherPage[],
  context: ViewContext,
): View {
  const { labels, format, units } = context
  return {
    product,
    labels,
    image: imageOf(product, mediaOf),
    intro: plainBlocks(product.intro),
    sections: sectionsOf(product, context),
    facts: factRows(product, labels, format, units),
    attributes: product.attributes.filter(({ name, norm, value }) => name !== '' && norm + value !== ''),
    materials: product.materials.filter(({ name, value }) => name + value !== ''),
    packaging: packagingRows(product, labels, format),
    downloads: pdfFields.flatMap((field) => {
      const media = mediaFor(product[field], mediaOf)
      return media ? [{ url: media.url, title: labels[field], ...describeFile(media, product, format) }] : []
    }),
    languages: others.map(({ language, url }) => ({ language, url, title: nameOfLanguage(language) })),
  }
}

/** The media of the product's image. */
export function imageMedia(product: Product, mediaOf: MediaOf): Media | undefined {
  return mediaFor(product.image, mediaOf)
}

function mediaFor(url: string, mediaOf: MediaOf): Media | undefined {
  return url === '' ? undefined : mediaOf(url)
}

function imageOf(product: Product, mediaOf: MediaOf): ImageBlock | undefined {
  const media = imageMedia(product, mediaOf)
  if (!media) return undefined
  const size = media.large ? 'large' : 'full'
  return { id: media.id, url: media.large?.url ?? media.url, alt: product.name, size }
}

function sectionsOf(product: Product, { labels, htmlBlocks }: ViewContext): View['sections'] {
  return sectionFields.flatMap((field) => {
    const short = field === 'application' ? product.application_short : ''
    const blocks = htmlBlocks(product[field]) || plainBlocks(short)
    return blocks === '' ? [] : [{ field, title: labels[field], blocks }]
  })
}

/** `German, PDF, 1.2 MB`, in the page's language. */
function describeFile({ mime, bytes }: Media, product: Product, format: Format) {
  const language = nameOfWrittenLanguage(product.language)
  const type = mime.slice(mime.lastIndexOf('/') + 1).toUpperCase()
  const size = format.fileSize(bytes)
  return { language, type, size, note: [language, type, size].join(', ') }
}
