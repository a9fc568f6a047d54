import { pdfFields } from '../../contracts/partner.ts'
import { hasBanner } from '../record/assets.ts'
import type { Media } from '../record/media.ts'
import type { Product } from '../record/product.ts'
import { paragraph, type ImageBlock, type LanguageLink } from '../markup/blocks.ts'
import type { JsonLd } from '../markup/json-ld.ts'
import { isRightToLeft } from './direction.ts'
import { keyFactRows, measureRows, packagingRows, type Measures } from './facts-table.ts'
import { type Format, nameOfLanguage, nameOfWrittenLanguage } from './locale/format.ts'
import type { SizeLink, Sizes } from './family/sizes.ts'
import { productData } from './json-ld.ts'
import type { Labels } from './locale/labels.ts'
import { plainBlocks } from '../html/text-blocks.ts'
import { paragraphsIn, withoutRepeats } from './repeated-text.ts'

/** The media of an asset's URL, if it is in the CMS. */
export type MediaOf = (url: string) => Media | undefined

/** The data of a template, as `it`; empty lists and "" if there is no content. */
export type View = {
  product: Product
  labels: Labels
  image: ImageBlock | undefined
  /** The image if it belongs in the block: pages whose theme does not show featured images. */
  heroImage: ImageBlock | undefined
  /** The wide image with the product's name, with BANNER=show. */
  banner: ImageBlock | undefined
  /** Core blocks. */
  intro: string
  /** The first paragraph of the introduction. */
  lead: string
  /** The HTML fields with content: a title and core blocks. */
  sections: Section[]
  /** The same without text that the introduction or an earlier section contains. */
  descriptions: Section[]
  /** The sections of some fields in a given order, without text that `shown` or an earlier section contains. */
  describe: (shown: string, fields: readonly SectionField[]) => Section[]
  /** Key facts and measures. */
  facts: [string, string][]
  /** Item number, GTIN, price and availability. */
  keyFacts: [string, string][]
  /** Dimensions, weight and form of delivery. */
  measures: [string, string][]
  attributes: { name: string; norm: string; value: string }[]
  /** The same as rows; a standard follows the name. */
  attributeRows: [string, string][]
  materials: { name: string; value: string }[]
  materialRows: [string, string][]
  packaging: [string, string][]
  /** `title`: the kind of document; `note`: its language, type and size, which are also separate fields. */
  downloads: { url: string; title: string; note: string; language: string; type: string; size: string }[]
  /** The product’s pages in other languages, each with the language's own name. */
  languages: LanguageLink[]
  /** The pages of the other members of the product's family, labelled by what differs. */
  sizes: readonly SizeLink[]
  /** The product for search engines; undefined with JSON_LD=off. */
  jsonLd: JsonLd | undefined
}

type Section = { field: string; title: string; blocks: string }

/** A page of the same product in another language. */
export type OtherPage = { language: string; url: string }

/** The pages that a page links: the product's in other languages, and those of its other sizes. */
export type PageLinks = { languages: readonly OtherPage[]; sizes?: Sizes | undefined }

const sectionFields = ['advantages', 'application', 'substrate', 'limiting_factors'] as const
type SectionField = (typeof sectionFields)[number]

/** Where a page shows the product's image: only as the featured image, or also in the hero of the mirrored block. */
export type ImagePlace = 'featured' | 'hero'

/** Whether pages contain JSON-LD, if our user may write scripts. */
export type JsonLdSetting = 'auto' | 'off'

/** The additions of a language and a renderer to a product: labels, numbers, and HTML fields as core blocks. */
export type ViewContext = Measures & {
  labels: Labels
  format: Format
  imagePlace: ImagePlace
  hasBanner: boolean
  jsonLd: JsonLdSetting
  brand: string
  htmlBlocks: (html: string) => string
}

export function viewOf(
  product: Product,
  mediaOf: MediaOf,
  { languages, sizes }: PageLinks,
  context: ViewContext,
): View {
  const { labels, format } = context
  const image = imageOf(product.image, product, mediaOf)
  const intro = plainBlocks(product.intro)
  const keyFacts = keyFactRows(product, labels, format)
  const measures = measureRows(product, labels, format, context)
  const documents = pdfFields.flatMap((field) => {
    const media = mediaFor(product[field], mediaOf)
    return media ? [{ field, media }] : []
  })
  const files = { image: imageMedia(product, mediaOf), documents }
  const describe: View['describe'] = (shown, fields) =>
    sectionsOf(product, context, { fields, edit: withoutText(shown) })
  const attributes = product.attributes.filter(({ name, norm, value }) => name !== '' && norm + value !== '')
  const materials = product.materials.filter(({ name, value }) => name + value !== '')
  return {
    product,
    labels,
    image,
    heroImage: context.imagePlace === 'hero' ? image : undefined,
    banner: context.hasBanner && hasBanner(product) ? imageOf(product.banner, product, mediaOf) : undefined,
    intro,
    lead: leadOf(intro),
    sections: sectionsOf(product, context, { fields: sectionFields, edit: (blocks) => blocks }),
    descriptions: describe(intro, sectionFields),
    describe,
    facts: [...keyFacts, ...measures],
    keyFacts,
    measures,
    attributes,
    attributeRows: attributes.map(attributeRow),
    materials,
    materialRows: materials.map(({ name, value }) => [name, value]),
    packaging: packagingRows(product, labels, format),
    downloads: documents.map(({ field, media }) => ({
      url: media.url,
      title: labels[field],
      ...describeFile(media, product, format),
    })),
    languages: languages.map((other) => languageLink(other, product.language)),
    sizes: sizes?.links ?? [],
    jsonLd:
      context.jsonLd === 'off' ? undefined : productData(product, { ...files, group: sizes?.group }, context),
  }
}

/** The media of the product's image. */
export function imageMedia(product: Product, mediaOf: MediaOf): Media | undefined {
  return mediaFor(product.image, mediaOf)
}

function mediaFor(url: string, mediaOf: MediaOf): Media | undefined {
  return url === '' ? undefined : mediaOf(url)
}

function imageOf(url: string, product: Product, mediaOf: MediaOf): ImageBlock | undefined {
  const media = mediaFor(url, mediaOf)
  if (!media) return undefined
  const size = media.large ? 'large' : 'full'
  return { id: media.id, url: media.large?.url ?? media.url, alt: product.name, size }
}

/** The smallest known version of an image that is large enough for a card, as a link to a page. */
export function linkedImage({ id, url, large, medium }: Media, alt: string, href: string): ImageBlock {
  if (medium) return { id, url: medium.url, alt, size: 'medium', href }
  return large ? { id, url: large.url, alt, size: 'large', href } : { id, url, alt, size: 'full', href }
}

function languageLink({ language, url }: OtherPage, ofPage: string): LanguageLink {
  const isOpposite = isRightToLeft(language) !== isRightToLeft(ofPage)
  const direction = isRightToLeft(language) ? 'rtl' : 'ltr'
  return { language, url, title: nameOfLanguage(language), ...(isOpposite && { direction }) }
}

function attributeRow({ name, norm, value }: View['attributes'][number]): [string, string] {
  if (value === '') return [name, norm]
  return [norm === '' ? name : `${name} (${norm})`, value]
}

function leadOf(intro: string): string {
  return paragraphsIn(intro)
    .slice(0, 1)
    .map((html) => paragraph({ html }))
    .join('')
}

type Description = { fields: readonly SectionField[]; edit: (blocks: string) => string }

function sectionsOf(
  product: Product,
  { labels, htmlBlocks }: ViewContext,
  { fields, edit }: Description,
): Section[] {
  return fields.flatMap((field) => {
    const short = field === 'application' ? product.application_short : ''
    const blocks = edit(htmlBlocks(product[field])) || edit(plainBlocks(short))
    return blocks === '' ? [] : [{ field, title: labels[field], blocks }]
  })
}

/** Removes from each field the text that is shown before it. */
function withoutText(shownBefore: string): (blocks: string) => string {
  let shown = paragraphsIn(shownBefore)
  return (blocks) => {
    const rest = withoutRepeats(blocks, shown)
    shown = [...shown, ...paragraphsIn(rest)]
    return rest
  }
}

/** `German, PDF, 1.2 MB`, in the page's language. */
function describeFile({ mime, bytes }: Media, product: Product, format: Format) {
  const language = nameOfWrittenLanguage(product.language)
  const type = mime.slice(mime.lastIndexOf('/') + 1).toUpperCase()
  const size = format.fileSize(bytes)
  return { language, type, size, note: [language, type, size].join(', ') }
}
