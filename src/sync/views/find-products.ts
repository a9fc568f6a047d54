import { isGtin } from '../../contracts/gtin.ts'
import { readGtin } from '../../core/record/gtin-forms.ts'
import { folded, matchRank, searchWords } from '../../core/text/search-text.ts'
import { pageNumberIn, pathOf, sameAddress } from '../../core/page/page-address.ts'
import type { Stores } from '../../store/stores.ts'

/** A product that matches a search, with the languages in which it does. */
export type FoundProduct = { gtin: string; languages: string[] }

/** Matching products, the best first; `isCut` if there are more than are returned. */
export type FoundProducts = { products: FoundProduct[]; isCut: boolean }

/** More matches do not help anyone, and would take long to read. */
export const mostProducts = 500
const atSlug = /gtin-(\d{13})-/

/**
 * Finds products by GTIN, item number, name, title, page number or URL. A name matches if it contains all words. The time
 * grows with the number of records, about 0.5 µs each.
 */
export async function findProducts(deps: Stores, query: string): Promise<FoundProducts> {
  const text = query.trim()
  const gtin = readGtin(text)
  if (gtin.ok) return only(gtin.gtin)
  const languages = await languagesOf(deps)
  const path = pathOf(text)
  if (path !== undefined) return findByAddress(deps, languages, { text, path })
  const [byName, byNumber] = await Promise.all([
    findByName(deps, languages, text),
    /^\d{1,10}$/.test(text) ? findByPageId(deps, languages, Number(text)) : [],
  ])
  const known = new Set(byNumber.map((one) => one.gtin))
  const products = [...byNumber, ...byName.products.filter((one) => !known.has(one.gtin))]
  return { products, isCut: byName.isCut }
}

function only(gtin: string): FoundProducts {
  return { products: [{ gtin, languages: [] }], isCut: false }
}

/** Languages with pages, and those that the last runs tried. */
async function languagesOf({ snapshots, runs }: Stores): Promise<string[]> {
  const [mirrored, last] = await Promise.all([snapshots.languages(), runs.list(20)])
  return [...new Set([...mirrored, ...last.flatMap((run) => run.languages)])].sort()
}

type Address = { text: string; path: string }

async function findByAddress(
  deps: Stores,
  languages: readonly string[],
  { text, path }: Address,
): Promise<FoundProducts> {
  const id = pageNumberIn(text)
  if (id !== undefined) return { products: await findByPageId(deps, languages, id), isCut: false }
  const slug = path.split('/').at(-1) ?? ''
  const found = new Map<string, FoundProduct>()
  for (const language of slug === '' ? [] : languages)
    for (const { gtin, head } of await deps.snapshots.findHeads(language, slug, mostProducts))
      if (head.slug === slug || (head.link !== undefined && sameAddress(head.link, path)))
        add(found, gtin, language)
  if (found.size > 0) return { products: [...found.values()], isCut: false }
  // An editor may have changed the URL since, or the page may be a draft.
  const [, gtin = ''] = atSlug.exec(slug) ?? []
  return isGtin(gtin) ? only(gtin) : { products: [], isCut: false }
}

async function findByPageId(
  { snapshots }: Stores,
  languages: readonly string[],
  id: number,
): Promise<FoundProduct[]> {
  const found = new Map<string, FoundProduct>()
  for (const language of languages)
    for (const { gtin, head } of await snapshots.findHeads(language, `"pageId":${id},`, mostProducts))
      if (head.pageId === id) add(found, gtin, language)
  return [...found.values()]
}

async function findByName(
  { searchTexts }: Stores,
  languages: readonly string[],
  query: string,
): Promise<FoundProducts> {
  const words = searchWords(query)
  if (words.length === 0) return { products: [], isCut: false }
  const found = new Map<string, FoundProduct>()
  const ranks = new Map<string, number>()
  let isCut = false
  const search = async (wanted: readonly string[]): Promise<void> => {
    for (const language of languages)
      for (const [gtin, text] of await searchTexts.find(language, wanted, mostProducts)) {
        const rank = matchRank(text, query)
        ranks.set(gtin, Math.min(rank, ranks.get(gtin) ?? rank))
        add(found, gtin, language)
        if (found.size > mostProducts) isCut = true
        if (isCut) return
      }
  }
  await search(words)
  // The best match must not be missing among the first of very many.
  if (isCut) {
    isCut = false
    await search([`\n${folded(query)}\n`])
    isCut = true
  }
  const rankOf = ({ gtin }: FoundProduct): number => ranks.get(gtin) ?? 0
  const sorted = [...found.values()].sort((a, b) => rankOf(a) - rankOf(b) || (a.gtin < b.gtin ? -1 : 1))
  return { products: sorted.slice(0, mostProducts), isCut }
}

function add(found: Map<string, FoundProduct>, gtin: string, language: string): void {
  const product = found.get(gtin) ?? { gtin, languages: [] }
  found.set(gtin, product)
  if (!product.languages.includes(language)) product.languages.push(language)
}
