import { pdfFields } from '../../contracts/partner.ts'
import { fileKey } from '../text/signed-url.ts'
import type { Asset } from './media.ts'
import type { Product } from './product.ts'
import { recordId, toRecordKey } from './record.ts'

/** An asset with its rank among those of the same URL: the lowest in byte order names the file. */
export type RankedAsset = { asset: Asset; rank: string }

const places = { default: 0, other: 1, unnamed: 2 }

/**
 * The assets that a product's page shows: its image, its PDFs and perhaps its banner. Earlier versions stored links with
 * their signature.
 */
export function assetsOf(product: Product, { banner }: { banner: boolean }): Asset[] {
  const shared = { of: recordId(product), name: product.name }
  const assets: Asset[] = [
    { url: product.image, kind: 'image', ...shared, field: 'image' },
    ...(banner && hasBanner(product)
      ? [{ url: product.banner, kind: 'image', ...shared, field: 'image' } as const]
      : []),
    ...pdfFields.map((field): Asset => ({ url: product[field], kind: 'pdf', ...shared, field })),
  ]
  return assets.filter(({ url }) => url !== '').map((asset) => ({ ...asset, url: fileKey(asset.url) }))
}

/** Whether a product has a banner that is not its image. */
export function hasBanner({ banner, image }: Product): boolean {
  return banner !== '' && fileKey(banner) !== fileKey(image)
}

/**
 * Ranks assets, so that a file shared by many records gets the same name in every run: records in the default language
 * first, then by language, GTIN and field. The default is the first of `LANGUAGES`, or English if it is `all`.
 */
export function rankAssets(assets: readonly Asset[], languages: 'all' | readonly string[]): RankedAsset[] {
  const fallback = (languages === 'all' ? undefined : languages[0]) ?? 'en'
  return assets.map((asset) => {
    const { gtin, language } = toRecordKey(asset.of ?? '/')
    const isDefault = language === fallback || language.startsWith(`${fallback}-`)
    const place = asset.name === undefined ? 'unnamed' : isDefault ? 'default' : 'other'
    return { asset, rank: [places[place], language, gtin, asset.field].join('/') }
  })
}
