import type { Asset } from './media.ts'
import type { Product } from './product.ts'

/** The assets that a product's page shows: its image and its PDFs. */
export function assetsOf(product: Product): Asset[] {
  const assets: Asset[] = [
    { url: product.image, kind: 'image' },
    { url: product.datasheet, kind: 'pdf' },
    { url: product.safety_datasheet, kind: 'pdf' },
    { url: product.declaration_of_performance, kind: 'pdf' },
  ]
  return assets.filter(({ url }) => url !== '')
}
