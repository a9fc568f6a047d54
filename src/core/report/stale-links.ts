import { countOf } from './format.ts'

/** A sentence about links that may be outdated; undefined if there are none. */
export function staleLinksText(products: number): string | undefined {
  if (products === 0) return undefined
  return `Links to the pages of ${countOf(products, 'product')} may be outdated; the next run updates those that are: product-mirror sync`
}
