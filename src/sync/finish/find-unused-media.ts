import { createIdSet } from '../../core/media/id-set.ts'
import { addressesIn, addressesOf } from '../../core/media/unused-media.ts'
import { documentUses } from '../../core/media/kept-documents.ts'
import type { Asset, Media } from '../../core/record/media.ts'
import { isWhole, type Run } from '../../core/run/run.ts'
import type { Snapshot } from '../../core/record/snapshot.ts'
import { withValues } from '../../lib/chunks.ts'
import type { SyncDeps } from '../deps.ts'
import { findKept } from '../media/kept-documents.ts'
import { addNotes } from '../runs/add-notes.ts'

/** Later runs find the rest. */
const mostCandidates = 10_000

/**
 * At the end of a full run, lists the mirror's files that are no longer shown on any page, if writes since the last search
 * may have changed this: the search reads every snapshot. A drafted page still shows its files. Returns false if the list
 * was not updated. If a snapshot cannot be read, the list stays as it is.
 */
export async function listUnusedMedia(deps: SyncDeps, run: Run): Promise<boolean> {
  if (run.kind !== 'sync' || !isWhole(run)) return false
  const uses = await deps.unusedMedia.uses()
  const isListed = (await deps.unusedMedia.count()) > 0
  const mayBeShown = isListed && (uses.has('used') || deps.policy.mediaCleanup === 'trash')
  if (!uses.has('freed') && !mayBeShown) return false
  const unused = await findUnused(deps, run)
  const before = await deps.unusedMedia.all()
  const gone = [...before.keys()].filter((sha256) => !unused.has(sha256))
  await deps.unusedMedia.remove(gone)
  const fresh = [...unused.keys()].filter((sha256) => !before.has(sha256))
  const value = { since: deps.now().toISOString(), runId: run.id }
  await deps.unusedMedia.save(fresh.map((sha256) => ({ sha256, value })))
  await deps.unusedMedia.searched(uses)
  if (fresh.length === 0) return true
  await addNotes(deps, run.id, [{ code: 'media-unused', count: fresh.length }])
  return true
}

/** Files by SHA-256. All pages are searched only if there is a candidate. */
async function findUnused(deps: SyncDeps, run: Run): Promise<Map<string, Media>> {
  const used = createIdSet()
  const markUsed = async (assets: readonly Asset[]): Promise<Map<string, string>> => {
    const urls = [...new Set(assets.map(({ url }) => url))]
    const known = withValues(urls, await deps.media.assets(urls))
    const hashes = new Set(known.map(([, { sha256 }]) => sha256))
    for (const media of await deps.media.media([...hashes])) if (media) used.add(media.id)
    return new Map(known.map(([url, { sha256 }]) => [url, sha256]))
  }
  for await (const snapshots of walkSnapshots(deps)) {
    const assets = snapshots.flatMap(({ product }) => deps.renderer.assetsOf(product))
    const hashes = await markUsed(assets)
    // Earlier versions of the mirror did not store the use of a document.
    await deps.media.markDocuments(documentUses(assets, (url) => hashes.get(url)))
    for (const { base } of snapshots) used.add(base.featuredMedia)
  }
  // A page that failed is written by a later run, with these files.
  await markUsed(await deps.plans.listAssets(run.id))
  const candidates = new Map<string, Media>()
  for await (const some of deps.media.scanMedia()) {
    const unused = some.filter(({ id }) => !used.has(id))
    const kept = await findKept(deps, unused)
    for (const media of unused)
      if (!kept.has(media.sha256) && candidates.size < mostCandidates) candidates.set(media.sha256, media)
  }
  if (candidates.size > 0) await dropShown(deps, candidates)
  return candidates
}

/** Removes files that a page still contains because an editor kept an earlier version of its text. */
async function dropShown(deps: SyncDeps, candidates: Map<string, Media>): Promise<void> {
  const byAddress = new Map(
    [...candidates.values()].flatMap((media) =>
      addressesOf(media).map((url) => [url, media.sha256] as const),
    ),
  )
  for await (const snapshots of walkSnapshots(deps))
    for (const { base, shown = '' } of snapshots)
      for (const address of addressesIn(base.inner + shown)) candidates.delete(byAddress.get(address) ?? '')
}

/** The snapshots of all existing pages. Throws if one cannot be read. */
async function* walkSnapshots({ snapshots }: SyncDeps): AsyncGenerator<Snapshot[]> {
  for (const language of await snapshots.languages())
    for await (const scanned of snapshots.scan(language)) {
      const existing = scanned.filter(({ head }) => head.retiredTo !== 'delete')
      const read = await snapshots.read(existing.map(({ gtin }) => ({ gtin, language })))
      yield read.filter((snapshot) => snapshot !== undefined)
    }
}
