import { isGtin } from '../../contracts/gtin.ts'
import { readGtin } from '../../core/record/gtin-forms.ts'
import { folded, matchRank, searchWords } from '../../core/text/search-text.ts'
import { gtinInSlug, pageNumberIn, pathOf, slugOf } from '../../core/text/page-address.ts'
import type { RecordKey } from '../../core/record/record.ts'
import type { Stores } from '../../store/stores.ts'

/** A product that matches a search, with the languages in which it does. */
export type FoundProduct = { gtin: string; languages: string[] }

/** Matching products, the best first; `isCut` if there are more than are returned. */
type FoundProducts = { products: FoundProduct[]; isCut: boolean }

/** More matches do not help, and take long to read. */
const mostProducts = 500
const mostRecords = 2_000

/**
 * Finds products by GTIN, item number, name, title, page number or URL. A name matches if it contains all words. The time
 * grows with the number of records, about 0.3 µs each.
 */
export async function findProducts(deps: Stores, query: string): Promise<FoundProducts> {
  const text = query.trim()
  const gtin = readGtin(text)
  if (gtin.ok) return only(gtin.gtin)
  if (pathOf(text) !== undefined) return findByAddress(deps, text)
  return findByName(deps, text)
}

function only(gtin: string): FoundProducts {
  return { products: [{ gtin, languages: [] }], isCut: false }
}

async function findByAddress(deps: Stores, text: string): Promise<FoundProducts> {
  const id = pageNumberIn(text)
  if (id !== undefined) return findLine(deps, String(id))
  const slug = slugOf(text)
  if (slug === undefined) return { products: [], isCut: false }
  const gtin = gtinInSlug(slug)
  return gtin !== undefined && isGtin(gtin) ? only(gtin) : findLine(deps, slug)
}

/** Finds products whose text contains a whole value. */
async function findLine({ searchTexts }: Stores, value: string): Promise<FoundProducts> {
  return toProducts(await searchTexts.find([`\n${folded(value)}\n`], mostRecords), value)
}

async function findByName(deps: Stores, query: string): Promise<FoundProducts> {
  const words = searchWords(query)
  if (words.length === 0) return { products: [], isCut: false }
  const found = toProducts(await deps.searchTexts.find(words, mostRecords), query)
  if (!found.isCut) return found
  // The best match must not be missing among the first of very many.
  const exact = (await findLine(deps, query)).products
  const known = new Set(exact.map(({ gtin }) => gtin))
  const others = found.products.filter(({ gtin }) => !known.has(gtin))
  return { products: [...exact, ...others].slice(0, mostProducts), isCut: true }
}

/** The products of matching records, the best first. */
function toProducts(records: readonly (RecordKey & { text: string })[], query: string): FoundProducts {
  const found = new Map<string, FoundProduct>()
  const ranks = new Map<string, number>()
  for (const { gtin, language, text } of records) {
    ranks.set(gtin, Math.min(matchRank(text, query), ranks.get(gtin) ?? Infinity))
    add(found, gtin, language)
  }
  const rankOf = ({ gtin }: FoundProduct): number => ranks.get(gtin) ?? 0
  const sorted = [...found.values()].sort((a, b) => rankOf(a) - rankOf(b) || (a.gtin < b.gtin ? -1 : 1))
  const isCut = sorted.length > mostProducts || records.length >= mostRecords
  return { products: sorted.slice(0, mostProducts), isCut }
}

function add(found: Map<string, FoundProduct>, gtin: string, language: string): void {
  const product = found.get(gtin) ?? { gtin, languages: [] }
  found.set(gtin, product)
  if (!product.languages.includes(language)) product.languages.push(language)
}
