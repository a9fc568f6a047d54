import { assetsOf } from '../record/assets.ts'
import type { Asset } from '../record/media.ts'
import type { Product } from '../record/product.ts'

/** The assets that a page was written without, because the media library did not have them. */
export type MissingAssets = { assets: Asset[] }

/** The missing assets of a product; undefined without any. */
export function missingAssetsOf(
  product: Product,
  isThere: (url: string) => boolean,
): MissingAssets | undefined {
  const assets = assetsOf(product).filter(({ url }) => !isThere(url))
  return assets.length === 0 ? undefined : { assets }
}
