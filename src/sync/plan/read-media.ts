import { fileKey } from '../../core/text/signed-url.ts'
import { assetsOf } from '../../core/record/assets.ts'
import type { Media } from '../../core/record/media.ts'
import type { Product } from '../../core/record/product.ts'
import type { SyncDeps } from '../deps.ts'

/** The media of some products' assets in the library, by asset URL. */
export async function readMedia(
  { media: library }: SyncDeps,
  products: readonly Product[],
): Promise<(url: string) => Media | undefined> {
  const urls = [...new Set(products.flatMap((product) => assetsOf(product).map(({ url }) => url)))]
  const assets = await library.assets(urls)
  const media = await library.media(assets.map((asset) => asset?.sha256 ?? ''))
  const byUrl = new Map(urls.map((url, index) => [url, media[index]]))
  return (url) => byUrl.get(fileKey(url))
}
