import { fileKey } from '../../core/text/signed-url.ts'
import type { Product } from '../../core/record/product.ts'
import type { MediaOf } from '../../core/render/view.ts'
import type { SyncDeps } from '../deps.ts'

/** The media of some products' assets in the library, by asset URL. */
export function readMedia(deps: SyncDeps, products: readonly Product[]): Promise<MediaOf> {
  return readFiles(
    deps,
    products.flatMap((product) => deps.renderer.assetsOf(product).map(({ url }) => url)),
  )
}

/** The media of assets in the library, by asset URL. */
export async function readFiles(
  { media: library }: Pick<SyncDeps, 'media'>,
  assetUrls: readonly string[],
): Promise<MediaOf> {
  const urls = [...new Set(assetUrls)]
  const assets = await library.assets(urls)
  const media = await library.media(assets.map((asset) => asset?.sha256 ?? ''))
  const byUrl = new Map(urls.map((url, index) => [url, media[index]]))
  return (url) => byUrl.get(fileKey(url))
}
