import type { Stores } from '../../store/stores.ts'

/** The number of products, or at least of languages, to whose pages other pages may link with an outdated URL. */
export async function countStaleLinks({ staleLinks, movedLanguages }: Stores): Promise<number> {
  const [products, languages] = await Promise.all([staleLinks.count(), movedLanguages.read()])
  return Math.max(products, languages.length)
}
