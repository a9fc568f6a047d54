import { assetsOf } from '../../core/record/assets.ts'
import type { Asset, Media } from '../../core/record/media.ts'
import { recordId, type RecordKey } from '../../core/record/record.ts'
import type { RenderedPage } from '../../core/render/standalone.ts'
import type { SyncDeps } from '../deps.ts'
import { readLinks } from '../plan/read-links.ts'
import { readMedia } from '../plan/read-media.ts'

/** A record's page as the next run would write it; `notes` name missing files, `reason` explains a missing preview. */
export type Preview = { ok: true; page: RenderedPage; notes: string[] } | { ok: false; reason: string }

/** Renders what the partner says now. Nothing is written: files that the CMS lacks are shown from the partner. */
export async function previewPage(deps: SyncDeps, key: RecordKey, signal: AbortSignal): Promise<Preview> {
  const fetched = await deps.partner.fetchProduct(key, undefined, signal)
  if (fetched.state !== 'present') return { ok: false, reason: reasonFor(key, fetched) }
  const { product } = fetched
  const inLibrary = await readMedia(deps, [product])
  const media = new Map<string, Media>()
  const notes: string[] = []
  for (const asset of assetsOf(product)) {
    const found = inLibrary(asset.url) ?? (await fetchMedia(deps, asset, signal))
    if ('reason' in found) notes.push(`${recordId(key)} is shown without ${asset.url}: ${found.reason}.`)
    else media.set(asset.url, found)
  }
  const linksOf = await readLinks(deps, undefined, [key])
  const texts = deps.renderer.render(product, (url) => media.get(url), linksOf(key).others)
  const image = media.get(product.image)
  const picture = image && { url: image.large?.url ?? image.url, alt: product.name }
  return { ok: true, page: { key, texts, ...(picture && { picture }) }, notes }
}

/** A file as the CMS would hold it, at the partner's address. */
async function fetchMedia(
  deps: SyncDeps,
  asset: Asset,
  signal: AbortSignal,
): Promise<Media | { reason: string }> {
  const fetched = await deps.partner.fetchAsset(asset, {}, signal)
  if (fetched.state === 'unchanged')
    return {
      reason:
        'the partner says that it has not changed since we had it, and we never did; ask it to look at its caching',
    }
  if (fetched.state !== 'present') return { reason: fetched.reason }
  const { sha256, mime, bytes } = fetched
  return { id: 0, sha256, url: asset.url, mime, bytes: bytes.length }
}

function reasonFor(key: RecordKey, fetched: { state: string; reason?: string }): string {
  const name = `${key.gtin} in ${key.language}`
  if (fetched.reason !== undefined) return `${name} cannot be shown: ${fetched.reason}.`
  return `The partner has no product ${name}. Check the GTIN and the language; \`product-mirror doctor\` lists the languages.`
}
