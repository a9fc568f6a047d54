import { createHash } from 'node:crypto'
import type { WireProduct } from '../../../src/contracts/partner.ts'

/** A map for the site of examples/types/product.yaml: two taxonomies, five meta fields, and an ACF field. */
export const acceptanceMap = `type: product
fields:
  meta.gtin: { from: gtin }
  meta.price: { from: price }
  meta.headline: { from: name, owner: once }
  meta.stock: { from: catalog.stock, as: integer }
  meta.sale: { from: folded }
  acf.datasheet: { from: datasheet }
  terms.product_cat: { from: catalog.category }
  terms.product_tag: { from: availability, words: { available: In stock, limited: Few left } }
  excerpt: { from: application_short }
`

const categories = ['Tapes > Roof', 'Tapes > Wall | New', 'Sealants & more', '']

type Columns = { stock: string; category: string }

function columnsOf(index: number): Columns {
  return { stock: index % 5 === 0 ? '' : String(index * 3), category: categories[index % 4] ?? '' }
}

/** A catalogue of these products, with the columns that the map names. */
export function acceptanceCatalog(gtins: readonly string[]): string {
  const lines = gtins.map((gtin, index) => {
    const { stock, category } = columnsOf(index)
    return `${gtin};${stock};${category}`
  })
  return ['GTIN;Stock;Category', ...lines].join('\n')
}

/** An entry of the post type as the CMS's REST API returns it. */
export type MappedRow = {
  slug: string
  excerpt: { raw: string }
  meta: Record<string, unknown>
  acf: { datasheet: number | string | null }
  product_cat: number[]
  product_tag: number[]
}

/** The mapped values of a page: terms by name, and the data sheet by the SHA-256 of its bytes, "" without one. */
export type MappedTexts = {
  meta: Record<string, unknown>
  datasheet: string
  categories: string[]
  tags: string[]
  excerpt: string
}

/** The values that the map promises for a product, by its position in the catalogue; absent values as WordPress has them. */
export async function promisedFor(product: WireProduct, index: number): Promise<MappedTexts> {
  const { stock, category } = columnsOf(index)
  const words: Record<string, string> = { available: 'In stock', limited: 'Few left' }
  const availability = product.availability ?? 'unknown'
  const paths = category.split('|').map((path) => path.trim())
  return {
    meta: {
      gtin: product.gtin,
      price: Number(product.price ?? 0),
      headline: product.name.trim(),
      stock: Number(stock),
      sale: product.folded === true,
    },
    datasheet: product.datasheet ? await digestAt(product.datasheet) : '',
    categories: paths
      .flatMap((path) => path.split(' > ').slice(-1))
      .filter((name) => name !== '')
      .sort(),
    tags: [words[availability] ?? availability],
    // Titles and excerpts have single blanks.
    excerpt: (product.application_short ?? '').replaceAll(/\s+/g, ' ').trim(),
  }
}

type Rest = <T>(path: string) => Promise<T>

/** Requests each path once: many pages share terms and files. */
export function remembering(rest: Rest): Rest {
  const known = new Map<string, Promise<unknown>>()
  return <T>(path: string): Promise<T> => {
    const found = known.get(path) ?? rest(path)
    known.set(path, found)
    return found as Promise<T>
  }
}

/** Reads the mapped values of an entry. */
export async function shownBy(rest: Rest, { excerpt, meta, acf, ...row }: MappedRow): Promise<MappedTexts> {
  const { gtin, price, headline, stock, sale } = meta
  const namesOf = async (taxonomy: string, ids: readonly number[]): Promise<string[]> => {
    const names = await Promise.all(
      ids.map(async (id) => plain((await rest<{ name: string }>(`/${taxonomy}/${id}`)).name)),
    )
    return names.sort()
  }
  const file = Number(acf.datasheet ?? 0)
  return {
    meta: { gtin, price, headline, stock, sale },
    datasheet:
      file === 0 ? '' : await digestAt((await rest<{ source_url: string }>(`/media/${file}`)).source_url),
    categories: await namesOf('product_cat', row.product_cat),
    tags: await namesOf('product_tag', row.product_tag),
    excerpt: plain(excerpt.raw),
  }
}

const digests = new Map<string, Promise<string>>()

function digestAt(url: string): Promise<string> {
  const known = digests.get(url) ?? download(url)
  digests.set(url, known)
  return known
}

async function download(url: string): Promise<string> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`${url}: ${response.status}`)
  return createHash('sha256')
    .update(Buffer.from(await response.arrayBuffer()))
    .digest('hex')
}

function plain(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
}
