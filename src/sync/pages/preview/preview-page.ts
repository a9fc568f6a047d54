import { fileKey } from '../../../core/text/signed-url.ts'
import { assetsOf } from '../../../core/record/assets.ts'
import type { Asset, Media } from '../../../core/record/media.ts'
import { recordId, type RecordKey } from '../../../core/record/record.ts'
import { decide, type Decision } from '../../../core/plan/decide.ts'
import { digestOf } from '../../../core/text/digest.ts'
import { productFault } from '../../../core/reading/product-fault.ts'
import type { Product } from '../../../core/record/product.ts'
import type { Snapshot } from '../../../core/record/snapshot.ts'
import { mergePreview } from './preview-merge.ts'
import type { RenderedPage } from '../../../core/page/standalone.ts'
import type { SyncDeps } from '../../deps.ts'
import { readLinks } from '../../plan/read-links.ts'
import { readMedia } from '../../plan/read-media.ts'

/** A record's page as the next run would write it; `notes` name missing files, `reason` explains a missing preview. */
export type Preview = { ok: true; page: RenderedPage; notes: string[] } | { ok: false; reason: string }

/**
 * Renders the partner's current data and merges it with the current page. Nothing is written: files that the CMS lacks
 * are shown from the partner.
 */
export async function previewPage(deps: SyncDeps, key: RecordKey, signal: AbortSignal): Promise<Preview> {
  const fetched = await deps.partner.fetchProduct(key, undefined, signal)
  if (fetched.state !== 'present') return { ok: false, reason: reasonFor(key, fetched) }
  const [[snapshot], [decision], linksOf] = await Promise.all([
    deps.snapshots.read([key]),
    deps.decisions.read([key]),
    readLinks(deps, undefined, [key]),
  ])
  const digest = digestOf(fetched.product)
  const decided = decide(key, { product: fetched.product, digest }, snapshot, {
    templateDigest: deps.renderer.digest,
    pending: decision,
    unreadablePrice: fetched.unreadablePrice,
  })
  const product = shownBy(decided, snapshot) ?? fetched.product
  const fault = productFault(product)
  if (fault !== undefined) return { ok: false, reason: reasonFor(key, { state: 'invalid', reason: fault }) }
  const inLibrary = await readMedia(deps, [product])
  const media = new Map<string, Media>()
  const notes: string[] = []
  for (const asset of assetsOf(product)) {
    const found = inLibrary(asset.url) ?? (await fetchMedia(deps, asset, signal))
    if ('reason' in found) notes.push(`${recordId(key)} is shown without ${asset.url}: ${found.reason}.`)
    else media.set(asset.url, found)
  }
  const links = linksOf(key)
  const wanted = deps.renderer.render(product, (url) => media.get(fileKey(url)), links.others)
  const item = { key, wanted, links: links.digest, snapshot, decision, intent: undefined }
  const { texts, block, edits, ...merged } = await mergePreview(deps, item, decided, signal)
  const image = texts.featuredMedia === wanted.featuredMedia ? media.get(fileKey(product.image)) : undefined
  const featured = image && { url: image.large?.url ?? image.url, alt: product.name }
  return {
    ok: true,
    page: {
      key,
      texts,
      ...(block !== undefined && { block }),
      ...(featured && { image: featured }),
      ...(edits && { edits }),
    },
    notes: [...notes, ...merged.notes],
  }
}

/** After an undo the next run writes the older product that the page shows. */
function shownBy(decided: Decision, snapshot: Snapshot | undefined): Product | undefined {
  if (decided.kind === 'change' && 'product' in decided.change) return decided.change.product
  return decided.kind === 'unchanged' ? snapshot?.product : undefined
}

/** A file as the CMS would store it, at the partner's URL. */
async function fetchMedia(
  deps: SyncDeps,
  asset: Asset,
  signal: AbortSignal,
): Promise<Media | { reason: string }> {
  const fetched = await deps.partner.fetchAsset(asset, {}, signal)
  if (fetched.state === 'unchanged')
    return {
      reason:
        'the partner reports it as unchanged, although the mirror has no copy. Ask the partner to check its caching',
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
