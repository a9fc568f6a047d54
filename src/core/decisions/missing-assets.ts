import { assetsOf } from '../record/assets.ts'
import type { Asset } from '../record/media.ts'
import type { Product } from '../record/product.ts'

/** What a page was written without: assets of its product that were not in the media library. */
export type MissingAssets = { assets: Asset[] }

/** The assets of a product that are not to be had; undefined when its page shows all of them. */
export function missingAssetsOf(
  product: Product,
  isThere: (url: string) => boolean,
): MissingAssets | undefined {
  const assets = assetsOf(product).filter(({ url }) => !isThere(url))
  return assets.length === 0 ? undefined : { assets }
}
