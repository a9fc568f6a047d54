import { mediaSlug } from '../../core/record/media.ts'
import type { Run } from '../../core/run/run.ts'
import { inChunks } from '../../lib/chunks.ts'
import { MirrorError, WritesPausedError } from '../../lib/errors.ts'
import { DamagedError } from '../../lib/stored-errors.ts'
import type { SyncDeps } from '../deps.ts'
import { fetchOwnUser } from '../batches/own-user.ts'
import { findKept } from '../media/kept-documents.ts'
import { addNotes } from '../runs/add-notes.ts'
import { listUnusedMedia } from './find-unused-media.ts'

const mostPerRun = 50
const slugsAtOnce = 25

/**
 * Lists the files that are no longer shown on any page. If `MEDIA_CLEANUP` is `trash`, moves those that an earlier full
 * run listed to the trash. A failure is left to the next run.
 */
export async function tidyMedia(deps: SyncDeps, run: Run, signal: AbortSignal): Promise<void> {
  try {
    if ((await listUnusedMedia(deps, run)) && deps.policy.mediaCleanup === 'trash')
      await trashUnused(deps, run, signal)
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof WritesPausedError) throw error
    if (!(error instanceof MirrorError || error instanceof DamagedError)) throw error
    deps.log.warn(
      { runId: run.id, reason: error.message },
      'search for unused files failed; the next run retries',
    )
  }
}

async function trashUnused(deps: SyncDeps, run: Run, signal: AbortSignal): Promise<void> {
  const listed = [...(await deps.unusedMedia.all())].filter(([, { runId }]) => runId !== run.id)
  const due = listed.slice(0, mostPerRun).map(([sha256]) => sha256)
  const ownUser = due.length === 0 ? undefined : await fetchOwnUser(deps, signal)
  if (ownUser === undefined) return
  let trashed = 0
  for (const group of inChunks(due, slugsAtOnce)) {
    const found = await deps.cms.findMedia(group.map(mediaSlug), signal)
    const pictures = found.filter(({ media }) => media.mime.startsWith('image/')).map(({ media }) => media.id)
    const kept = await findKept(
      deps,
      found.map(({ media }) => media),
    )
    const featured = await deps.cms.findFeatured(pictures, signal)
    for (const sha256 of group) {
      const attachment = found.find(({ slug }) => slug === mediaSlug(sha256))
      if (attachment === undefined) {
        // It was removed, or got another slug.
        await deps.media.forget([sha256])
        await deps.unusedMedia.remove([sha256])
        continue
      }
      const { media, author } = attachment
      if (
        kept.has(sha256) ||
        author !== ownUser ||
        featured.has(media.id) ||
        (await deps.cms.isMediaUsed(media, signal))
      )
        continue
      if ((await deps.cms.trashMedia(media.id, signal)) === 'no trash') {
        await addNotes(deps, run.id, [{ code: 'media-no-trash', count: listed.length }])
        return
      }
      await deps.media.forget([sha256])
      await deps.unusedMedia.remove([sha256])
      deps.log.info({ runId: run.id, media: media.id, url: media.url }, 'unused file moved to the trash')
      trashed++
    }
  }
  if (trashed > 0) await addNotes(deps, run.id, [{ code: 'media-trashed', count: trashed }])
}
