import type { Page } from '../../core/record/page.ts'
import type { SyncDeps } from '../deps.ts'
import { uploadMedia } from '../media/upload-media.ts'
import { checkLibrary } from '../plan/check-library.ts'
import type { PendingWrite } from './page-item.ts'

/**
 * Uploads the files of a page again if the response lacks the wanted featured image. This happens if the attachment was
 * deleted in the meantime, because the CMS then stores the page without it. Another page that shares the image may have
 * replaced it already. Returns whether the page must be written again.
 */
export async function replaceLostImage(
  deps: SyncDeps,
  runId: string,
  { item, body }: PendingWrite,
  answered: Pick<Page, 'featuredMedia'> | undefined,
): Promise<boolean> {
  const { change } = item
  const sent = body.featured_media ?? (item.kind === 'new' ? 0 : item.mirrored.page.featuredMedia)
  if (sent === 0 || answered?.featuredMedia === sent) return false
  const { signal } = new AbortController()
  const assets = deps.renderer.assetsOf(change.product)
  const known = await deps.media.assets(assets.map(({ url }) => url))
  const stored = await deps.media.media([...new Set(known.flatMap((asset) => asset?.sha256 ?? []))])
  const files = stored.filter((media) => media?.id === sent)
  const isReplaced = files.length === 0 && sent === item.wanted.featuredMedia
  if (!isReplaced) {
    const { lost } = await checkLibrary(
      deps,
      files.filter((media) => media !== undefined),
      signal,
    )
    if (lost.length === 0) return false
  }
  await uploadMedia(deps, assets, signal, { runId, readOnly: false })
  return true
}
