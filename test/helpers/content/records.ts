import { wrapBlock } from '../../../src/core/markup/wrap-block.ts'
import { digestOf } from '../../../src/core/text/digest.ts'
import { mappedIn } from '../../../src/core/record/mapped.ts'
import type { Page, PageTexts } from '../../../src/core/record/page.ts'
import { toProduct } from '../../../src/core/reading/read-product.ts'
import type { Product } from '../../../src/core/record/product.ts'
import { slugOf, type RecordKey } from '../../../src/core/record/record.ts'
import type { Snapshot } from '../../../src/core/record/snapshot.ts'

export const key: RecordKey = { gtin: '4006381333931', language: 'de-de' }

/** A plain product with these fields in their final form. */
export function productOf(fields: Partial<Product> = {}): Product {
  const parsed = toProduct({
    ...key,
    name: 'Dichtband',
    item_number: '4711',
    price: '12.50',
    intro: 'Dichtet Fugen.',
    application: '<p>Kleben.</p>',
    advantages: '<ul><li>dicht</li></ul>',
    erp_description: 'DICHTBAND 5 M',
    image: 'https://partner.example/band.jpg',
    datasheet: 'https://partner.example/band.pdf',
    attributes: [{ name: 'Farbe', norm: null, value: 'grau' }],
  })
  if (!parsed.ok) throw new Error(parsed.reason)
  return { ...parsed.product, ...fields }
}

/** The content of a page as our last write left it. */
export function textsOf(texts: Partial<PageTexts> = {}): PageTexts {
  return {
    title: 'Dichtband',
    excerpt: 'Dichtet Fugen.',
    inner: '<p>Kleben.</p>',
    featuredMedia: 7,
    ...texts,
  }
}

/** A page with this content, as returned by the CMS. */
export function pageOf(texts: PageTexts = textsOf(), fields: Partial<Page> = {}): Page {
  return {
    id: 41,
    slug: slugOf(key),
    status: 'publish',
    parent: 3,
    link: 'https://cms.example/products/de-de/band/',
    author: 1,
    createdGmt: '2026-11-20T04:00:00',
    modifiedGmt: '2026-11-20T04:00:00',
    revision: 0,
    revisions: 0,
    title: texts.title,
    excerpt: texts.excerpt,
    featuredMedia: texts.featuredMedia,
    content: wrapBlock(key, texts.inner),
    ...(Object.keys(mappedIn(texts)).length > 0 && { mapped: mappedIn(texts) }),
    ...fields,
  }
}

/** A snapshot that acknowledges this product. */
export function snapshotOf(product: Product = productOf(), fields: Partial<Snapshot> = {}): Snapshot {
  return {
    digest: digestOf(product),
    template: 'template-1',
    pageId: 41,
    state: 'mirrored',
    product,
    base: textsOf(),
    runId: '2026-11-20-1',
    writtenAt: '2026-11-20T04:00:00.000Z',
    ...fields,
  }
}
