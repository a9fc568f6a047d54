import type { Asset } from './media.ts'
import type { Product } from './product.ts'
import { recordId } from './record.ts'

/** The assets that a product's page shows: its image and its PDFs. */
export function assetsOf(product: Product): Asset[] {
  const of = recordId(product)
  const assets: Asset[] = [
    { url: product.image, kind: 'image', of, alt: product.name },
    { url: product.datasheet, kind: 'pdf', of },
    { url: product.safety_datasheet, kind: 'pdf', of },
    { url: product.declaration_of_performance, kind: 'pdf', of },
  ]
  return assets.filter(({ url }) => url !== '')
}
