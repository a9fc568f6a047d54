import type { Media } from '../../core/record/media.ts'
import { movedWithSite, sameFile } from '../../core/media/same-file.ts'
import { inChunks } from '../../lib/chunks.ts'
import { compact } from '../../lib/compact.ts'
import type { SyncDeps } from '../deps.ts'

/** Files that are gone or in the trash, and files with another URL; `siteMoved`: all files may have another one. */
export type LibraryCheck = { lost: Media[]; moved: Media[]; siteMoved: boolean }

const perRequest = 100

/**
 * Checks that files of the library still exist in the CMS. Lost ones are forgotten, so that they are uploaded again,
 * and moved ones are stored with their new URL; the pages and listings that show either are marked for an update. A file in the
 * trash counts as lost, because the CMS deletes it eventually; an unreadable file counts as usable.
 */
export async function checkLibrary(
  deps: SyncDeps,
  files: readonly Media[],
  signal: AbortSignal,
): Promise<LibraryCheck> {
  const found: LibraryCheck = { lost: [], moved: [], siteMoved: false }
  for (const group of inChunks(files, perRequest)) {
    const checks = await deps.cms.checkMedia(
      group.map(({ id }) => id),
      signal,
    )
    for (const media of group) {
      const check = checks.get(media.id)
      if (check?.state === 'gone' || check?.state === 'trashed') found.lost.push(media)
      else if (check?.state === 'usable') {
        const { url, large, medium } = check.media
        // A page that shows the full file is not written again for a rendition.
        const now: Media = compact({ ...media, url, large: media.large && large, medium })
        if (!sameFile(check.media, media)) {
          found.moved.push(now)
          found.siteMoved ||= movedWithSite(check.media, media)
        } else if (medium?.url !== media.medium?.url) await deps.media.renew(now)
      }
    }
  }
  await markPages(deps, [...found.lost, ...found.moved])
  for (const media of found.moved) await deps.media.renew(media)
  await deps.media.forget(found.lost.map(({ sha256 }) => sha256))
  if (found.lost.length > 0)
    deps.log.warn({ media: found.lost.map(({ id }) => id) }, 'files are gone from the media library')
  return found
}

/** Checks all files of the library. */
export async function checkWholeLibrary(deps: SyncDeps, signal: AbortSignal): Promise<void> {
  for await (const files of deps.media.scanMedia()) await checkLibrary(deps, files, signal)
}

/** Before the library changes, so that a crash in between loses no mark. */
async function markPages(
  { media: library, listings, snapshots }: SyncDeps,
  files: readonly Media[],
): Promise<void> {
  if (files.length === 0) return
  const hashes = new Set(files.map(({ sha256 }) => sha256))
  for (const { url, sha256 } of await library.urlsOf(hashes)) await library.markChanged(url, sha256)
  await listings.mark(await snapshots.languages())
}
