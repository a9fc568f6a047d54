import { mediaSlug, type Media } from '../../core/record/media.ts'
import { inChunks } from '../../lib/chunks.ts'
import { MirrorError, WritesPausedError } from '../../lib/errors.ts'
import type { FoundMedia } from '../ports/cms.ts'
import type { SyncDeps } from '../deps.ts'
import { findKept } from '../media/kept-documents.ts'

const hashesPerLookup = 25
const numbers = [2, 3, 4, 5]

/** How long after a lost reply to an upload the run's end searches for duplicates. */
const watchedMs = 24 * 3_600_000

/**
 * Deletes unused duplicates of files whose upload got no reply in the last day. The attachment that the library knows
 * stays, and so do declarations of performance and safety data sheets, even if they are duplicates. Returns the number
 * of deleted files. A failure is left to the next run.
 */
export async function trashDuplicateMedia(deps: SyncDeps, signal: AbortSignal): Promise<number> {
  const uncertain = await deps.media.uncertain()
  let swept = 0
  try {
    for (const group of inChunks(uncertain, hashesPerLookup)) {
      for (const { duplicate, original } of await findDuplicatePages(deps, group, signal)) {
        const kept = await findKept(deps, [duplicate.media])
        if (kept.size > 0 || (await deps.cms.isMediaUsed(duplicate.media, signal))) continue
        const { refused } = await deps.cms.deleteMedia(duplicate.media.id, signal)
        if (refused !== undefined) {
          deps.log.warn({ duplicate: duplicate.media.id, refused }, 'media duplicate not removed')
          continue
        }
        deps.log.warn(
          { slug: duplicate.slug, kept: original.id, removed: duplicate.media.id },
          'media duplicate removed',
        )
        swept++
      }
    }
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof MirrorError) || error instanceof WritesPausedError) throw error
    deps.log.warn({ reason: error.message }, 'search for media duplicates failed; the next run retries')
  }
  const now = await deps.sharedTime()
  const over = uncertain.filter(({ at }) => now - at > watchedMs)
  await deps.media.forgetUncertain(over.map(({ sha256 }) => sha256))
  return swept
}

async function findDuplicatePages(
  deps: SyncDeps,
  uncertain: readonly { sha256: string }[],
  signal: AbortSignal,
): Promise<{ duplicate: FoundMedia; original: Media }[]> {
  const slugs = uncertain.flatMap(({ sha256 }) => numbers.map((number) => `${mediaSlug(sha256)}-${number}`))
  const found = await deps.cms.findMedia(slugs, signal)
  const kept = await deps.media.media(uncertain.map(({ sha256 }) => sha256))
  return found.flatMap((duplicate) => {
    const original = kept.find((media) => media?.sha256 === duplicate.media.sha256)
    return original !== undefined && isDuplicateOf(original, duplicate) ? [{ duplicate, original }] : []
  })
}

/** A file of another size is not ours. */
function isDuplicateOf(original: Media, { media, size }: FoundMedia): boolean {
  return (
    media.id !== original.id &&
    media.mime === original.mime &&
    (size === undefined || size === original.bytes)
  )
}
