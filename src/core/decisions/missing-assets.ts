import type { Asset } from '../record/media.ts'

/** The assets that a page was written without, because the media library did not have them. */
export type MissingAssets = { assets: Asset[] }

/** The missing ones of a product's assets; undefined without any. */
export function missingAssetsOf(
  shown: readonly Asset[],
  isThere: (url: string) => boolean,
): MissingAssets | undefined {
  const assets = shown.filter(({ url }) => !isThere(url))
  return assets.length === 0 ? undefined : { assets }
}
