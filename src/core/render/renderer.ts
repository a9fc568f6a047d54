import { digestOf } from '../text/digest.ts'
import { assetsOf } from '../record/assets.ts'
import type { Asset } from '../record/media.ts'
import type { PageTexts } from '../record/page.ts'
import type { Product } from '../record/product.ts'
import {
  buttons,
  heading,
  image,
  joinBlocks,
  languageLine,
  languageList,
  linkList,
  list,
  paragraph,
  sizeButtons,
  textTable,
} from '../markup/blocks.ts'
import { columns } from '../markup/containers.ts'
import { jsonLdBlock, jsonLdType } from '../markup/json-ld.ts'
import { banner, documentCards, hero } from '../markup/page-parts.ts'
import { isRightToLeft, toRightToLeft } from './direction.ts'
import type { FamilyBy } from './family/member.ts'
import { sizesOf, type OwnSize, type Sibling, type Sizes } from './family/sizes.ts'
import type { NumbersWithoutUnit } from './facts-table.ts'
import { escapeTitle } from '../text/escape.ts'
import { createFormat } from './locale/format.ts'
import { labelsFor } from './locale/labels.ts'
import type { Labels, LabelSets } from './locale/labels.ts'
import { bareProduct, fullProduct, sampleMedia, sampleLinks, sampleProducts } from './template/sample.ts'
import { renderNotice, type Successor } from './notice.ts'
import { renderParent } from './parent.ts'
import type { Parent, ParentTexts } from './parent.ts'
import { mostCards, type Listing } from './listing-blocks.ts'
import { ownListings } from './own-listings.ts'
import { memoize } from './memoize.ts'
import { lruMemoize } from '../text/lru-memoize.ts'
import { compileTemplate } from './template/template.ts'
import type { Template } from './template/template.ts'
import { htmlBlocks } from '../html/text-blocks.ts'
import type { FieldMap } from '../mapping/field-map.ts'
import {
  mapValues,
  filesOf,
  mappedTargets,
  splitByOwner,
  termsOf,
  type Term,
  type TermOf,
} from '../mapping/map-values.ts'
import { oddNumbers } from '../mapping/odd-numbers.ts'
import { missingFields } from '../mapping/publish-if.ts'
import type { MappedField, MappedValues } from '../record/mapped.ts'
import type { Units } from './locale/units.ts'
import { imageMedia, viewOf } from './view.ts'
import type { ImagePlace, JsonLdSetting, MediaOf, PageLinks, ViewContext } from './view.ts'

export type Renderer = {
  /** Changes with the template, the labels and the version of the rendering code. */
  digest: string
  /**
   * Renders a product's page in the product's language, with links to other pages. Throws ConfigError naming the
   * template's line.
   */
  render(product: Product, mediaOf: MediaOf, links?: PageLinks, termOf?: TermOf): PageTexts
  /** The files that pages and the map show of a product. */
  assetsOf: (product: Product) => Asset[]
  /** The field that families share; undefined without families. */
  familyBy: FamilyBy | undefined
  /** The other sizes of a product in its language; undefined without another member of its family. */
  sizesOf(own: OwnSize, siblings: readonly Sibling[]): Sizes | undefined
  /** The fields that the map fills only when a page is created. */
  renderOnce(product: Product, mediaOf: MediaOf, termOf: TermOf): MappedValues
  /** The ids in the fields that the map fills with a file at every update. */
  mappedFiles(product: Product, mediaOf: MediaOf): MappedValues
  /** Whether pages have JSON-LD. */
  hasJsonLd: boolean
  /** The fields that the map fills at every update. */
  mapped: readonly MappedField[]
  /** The fields of `publish_if` that a product lacks; `hasFile`: whether the library has the file of a URL. */
  missingFields(product: Product, hasFile: (url: string) => boolean): string[]
  /** A phrase for each value that the map needs as a number, and that is none. */
  oddNumbers(product: Product): string[]
  /** The fields without which a page stays a draft. */
  publishIf: readonly string[]
  /** The terms of a product's page. */
  termsOf(product: Product): Term[]
  renderParent(parent: Parent, listing?: Listing): ParentTexts
  /** The block at the top of a retired page in this language. */
  renderNotice(language: string, successor?: Successor): string
  /** Changes with the labels and the layout of listings. */
  listingDigest: string
  labels(language: string): Labels
}

/** Variants of a product share text, so reading it once saves most of the rendering time. */
const rememberedChars = 8_000_000

const noTerms: TermOf = () => undefined

const blocks = {
  heading,
  paragraph,
  list,
  textTable,
  image,
  buttons,
  linkList,
  languageList,
  languageLine,
  columns,
  hero,
  banner,
  documentCards,
  sizeButtons,
  jsonLd: jsonLdBlock,
}

/** The operator's choices for all pages; by default, pages have no JSON-LD. */
export type PageChoices = {
  numbersWithoutUnit?: NumbersWithoutUnit
  imagePlace?: ImagePlace
  /** Whether pages show the partner's banner; by default, it is not downloaded. */
  banner?: 'hide' | 'show'
  jsonLd?: JsonLdSetting
  /** The brand of all products, for JSON-LD. */
  brand?: string
  /** The field that the sizes of a product share; by default, pages do not link other sizes. */
  familyBy?: FamilyBy | undefined
}

export type RendererParts = PageChoices & {
  template: Template
  labels: LabelSets
  units?: Units
  map?: FieldMap | undefined
}

const noLinks: PageLinks = { languages: [] }
const noMap: FieldMap = { rows: [] }

/** Creates a renderer and renders samples at once, so that template errors appear at the start (ConfigError). */
export function createRenderer({
  template,
  labels,
  units = {},
  numbersWithoutUnit = 'hide',
  imagePlace = 'featured',
  banner: bannerSetting = 'hide',
  jsonLd = 'auto',
  brand = '',
  familyBy,
  map = noMap,
}: RendererParts): Renderer {
  const { merged, once } = splitByOwner(map)
  const files: FieldMap = { rows: merged.rows.filter((row) => row.as === 'media') }
  // Existing pages keep their slugs, and drafts because of `publish_if` are compared one by one: no other page changes.
  const { slug: _, publishIf = [], ...ofPages } = map
  const usesBanner = bannerSetting === 'show' || filesOf(map).includes('banner')
  const fill = compileTemplate(template)
  const rememberedBlocks = lruMemoize(htmlBlocks, rememberedChars)
  const contextOf = memoize((language: string): ViewContext => ({
    labels: labelsFor(language, labels),
    format: createFormat(language),
    units,
    numbersWithoutUnit,
    imagePlace,
    hasBanner: bannerSetting === 'show',
    jsonLd,
    brand,
    htmlBlocks: rememberedBlocks,
  }))

  const render: Renderer['render'] = (product, mediaOf, links = noLinks, termOf = noTerms) => {
    const mapped = mapValues(merged, product, { mediaOf, termOf })
    const inner = fill({ ...viewOf(product, mediaOf, links, contextOf(product.language)), blocks })
    return {
      title: mapped.title ?? escapeTitle(product.name),
      excerpt: mapped.excerpt ?? escapeTitle(product.intro || product.application_short),
      inner: joinBlocks(isRightToLeft(product.language) ? toRightToLeft(inner, product.language) : inner),
      featuredMedia: imageMedia(product, mediaOf)?.id ?? 0,
      ...mapped.values,
    }
  }

  // A product that lacks a field must not stop a run halfway, so the samples omit each field once.
  for (const product of sampleProducts) render(product, sampleMedia)
  const samples = [
    render(fullProduct, sampleMedia, sampleLinks),
    render({ ...fullProduct, language: 'ar' }, sampleMedia, sampleLinks),
    render(bareProduct, sampleMedia),
  ]
  return {
    digest: digestOf({
      template: template.text,
      labels,
      units,
      numbersWithoutUnit,
      imagePlace,
      jsonLd,
      brand,
      samples,
      ...(bannerSetting === 'show' && { banner: bannerSetting }),
      ...(familyBy !== undefined && { familyBy }),
      ...(map.rows.length > 0 && { map: ofPages }),
    }),
    render,
    familyBy,
    assetsOf: (product) => assetsOf(product, { banner: usesBanner }),
    sizesOf: (own, siblings) => sizesOf(own, siblings, contextOf(own.language)),
    hasJsonLd: samples.some(({ inner }) => inner.includes(jsonLdType)),
    renderOnce: (product, mediaOf, termOf) => mapValues(once, product, { mediaOf, termOf }).values,
    mappedFiles: (product, mediaOf) => mapValues(files, product, { mediaOf, termOf: noTerms }).values,
    mapped: mappedTargets(merged),
    missingFields: (product, hasFile) => missingFields(publishIf, product, hasFile),
    publishIf,
    oddNumbers: (product) => oddNumbers(map, product),
    termsOf: (product) => termsOf(map, product),
    renderParent: (parent, listing) => renderParent(parent, labels, listing),
    renderNotice: (language, successor) => renderNotice(language, contextOf(language).labels, successor),
    listingDigest: digestOf({ labels, ownListings, mostCards }),
    labels: (language) => contextOf(language).labels,
  }
}
