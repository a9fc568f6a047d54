import { fileKey } from '../../../core/text/signed-url.ts'
import { namesOfFiles } from '../../../core/mapping/file-names.ts'
import { addNames, namedTextsOf, type FieldText } from '../../../core/record/field-names.ts'
import { readNames, readPlannedTerms } from '../../runs/read-names.ts'
import type { Asset, Media } from '../../../core/record/media.ts'
import type { PreviewNote, PreviewObstacle } from '../../../core/reasons/preview-notes.ts'
import { renderSlug } from '../../../core/mapping/page-slug.ts'
import { slugOf, type RecordKey } from '../../../core/record/record.ts'
import { decide, type Decision } from '../../../core/plan/decide.ts'
import { isReleased } from '../../../core/decisions/pending-decision.ts'
import { exceptUndone, keepUndone } from '../../../core/plan/undone.ts'
import { digestOf } from '../../../core/text/digest.ts'
import { productFault } from '../../../core/reading/product-fault.ts'
import type { Product } from '../../../core/record/product.ts'
import type { Snapshot } from '../../../core/record/snapshot.ts'
import { mayHaveJsonLd, withoutScripts } from '../../runs/script-right.ts'
import { mergePreview } from './preview-merge.ts'
import type { RenderedPage } from '../../../core/page/standalone.ts'
import type { SyncDeps } from '../../deps.ts'
import type { Fetched } from '../../ports/partner.ts'
import { readLinks } from '../../plan/read-links.ts'
import { readMedia } from '../../plan/read-media.ts'
import { compact } from '../../../lib/compact.ts'

/** A record's page as the next run would write it, and as it is now, or why it cannot be shown. */
export type Preview =
  | { ok: true; page: RenderedPage; before: RenderedPage | undefined; notes: PreviewNote[] }
  | { ok: false; obstacle: PreviewObstacle }

/**
 * Renders the partner's current data and merges it with the current page. Nothing is written: files that the CMS lacks
 * are shown from the partner.
 */
export async function previewPage(deps: SyncDeps, key: RecordKey, signal: AbortSignal): Promise<Preview> {
  const fetched = await deps.partner.fetchProduct(key, undefined, signal)
  if (fetched.state !== 'present') return { ok: false, obstacle: obstacleIn(fetched) }
  const [[snapshot], [decision], [seen], linksOf] = await Promise.all([
    deps.snapshots.read([key]),
    deps.decisions.read([key]),
    deps.pageStates.read([key]),
    readLinks(deps, undefined, [key]),
  ])
  const digest = digestOf(fetched.product)
  const decided = decide(key, { product: fetched.product, digest }, snapshot, {
    templateDigest: deps.renderer.digest,
    pending: decision,
    unreadablePrice: fetched.unreadablePrice,
    rules: deps.valueRules,
    slug: deps.map?.slug && renderSlug(deps.map.slug, fetched.product),
  })
  const product = shownBy(decided, snapshot) ?? fetched.product
  const fault = productFault(product)
  if (fault !== undefined) return { ok: false, obstacle: { code: 'unusable', detail: fault } }
  const earlier = snapshot === undefined ? [] : [snapshot.product]
  const inLibrary = await readMedia(deps, [product, ...earlier])
  const media = new Map<string, Media>()
  const notes: PreviewNote[] = []
  for (const asset of deps.renderer.assetsOf(product)) {
    const found = inLibrary(asset.url) ?? (await fetchMedia(deps, asset, signal))
    if ('code' in found) notes.push(found)
    else media.set(asset.url, found)
  }
  const links = linksOf(key)
  const terms = await readPlannedTerms(deps, [product], signal)
  const mediaOf = (url: string): Media | undefined => media.get(fileKey(url))
  const rendered = deps.renderer.render(product, mediaOf, links, terms.termOf)
  const jsonLd = await mayHaveJsonLd(deps, snapshot?.pageId, signal)
  const change = { ...key, kind: 'update' as const, product, digest, pageId: 0, fields: [] }
  const lasting = isReleased(decision) ? exceptUndone(snapshot, 'all') : snapshot
  const { wanted, undone } = keepUndone(change, lasting, jsonLd ? rendered : withoutScripts(rendered))
  const created = decided.kind === 'change' && decided.change.kind === 'create' ? decided.change : undefined
  const slug = slugOf(key, snapshot ?? created)
  const lacks = deps.renderer.missingFields(product, (url) => media.has(url))
  const known = { snapshot, decision, intent: undefined, seen }
  const item = { key, slug, wanted, once: {}, links: links.digest, undone, lacks, ...known }
  const { texts, before, block, edits, notes: mergeNotes } = await mergePreview(deps, item, decided, signal)
  const image = media.get(fileKey(product.image))
  const past = [image, ...earlier.map((one) => inLibrary(one.image))].find(
    (one) => one !== undefined && one.id !== 0 && one.id === before?.featuredMedia,
  )
  const shown = (one: Media | undefined): RenderedPage['image'] =>
    one && { url: one.large?.url ?? one.url, alt: product.name }
  const kept = texts.featuredMedia === wanted.featuredMedia
  const shownTexts: FieldText[] = [
    ...namedTextsOf(texts),
    ...(before ? namedTextsOf(before) : []),
    ...(edits?.conflicts ?? []).map(({ field, ours }) => [field, ours] as const),
  ]
  const files = namesOfFiles(deps.map, product, mediaOf)
  const names = addNames(await readNames(deps, shownTexts, signal), [...terms.names, ...files])
  return {
    ok: true,
    page: compact({
      key,
      slug: created?.slug,
      texts,
      block,
      image: shown(kept ? image : undefined),
      edits,
      names,
    }),
    before: before && compact({ key, texts: before, image: shown(past) }),
    notes: [...notes, ...mergeNotes],
  }
}

/** After an undo the next run writes the older product that the page shows. */
function shownBy(decided: Decision, snapshot: Snapshot | undefined): Product | undefined {
  if (decided.kind === 'change' && 'product' in decided.change) return decided.change.product
  return decided.kind === 'unchanged' ? snapshot?.product : undefined
}

/** A file as the CMS would store it, at the partner's URL. */
async function fetchMedia(deps: SyncDeps, asset: Asset, signal: AbortSignal): Promise<Media | PreviewNote> {
  const fetched = await deps.partner.fetchAsset(asset, {}, signal)
  const { url } = asset
  if (fetched.state === 'unchanged') return { code: 'file-unchanged', url }
  if (fetched.state !== 'present') return { code: 'file-omitted', url, detail: fetched.reason }
  const { sha256, mime, bytes } = fetched
  return { id: 0, sha256, url, mime, bytes: bytes.length }
}

function obstacleIn(fetched: Fetched): PreviewObstacle {
  return 'reason' in fetched ? { code: 'unusable', detail: fetched.reason } : { code: 'no-product' }
}
