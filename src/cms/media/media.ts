import { z } from 'zod'
import { mediaFields, mediaTextFields, WireMedia, WireMediaTexts } from '../../contracts/cms/media.ts'
import { readingOf } from '../../core/markup/visible-content.ts'
import { plural } from '../../core/text/plural.ts'
import { sha256OfSlug } from '../../core/record/media.ts'
import type { Cms, FormUploads, FoundMedia } from '../../sync/ports/cms.ts'
import { checkMedia } from './check-media.ts'
import { createSizes } from './create-sizes.ts'
import { deleteMedia } from './delete-media.ts'
import { finishUpload } from './finish-upload.ts'
import { findFeatured, isMediaUsed, type Library } from './media-use.ts'
import { openLaterSizes } from './later-sizes.ts'
import { hasRows, inUrlParts, readList } from '../read-list.ts'
import { openUploads } from './send-file.ts'
import { trashMedia } from './trash-media.ts'
import { lacksSizes, sizeOf, toMedia } from './wire-media.ts'
import { compact } from '../../lib/compact.ts'

/** Uploads, finds, checks and deletes files in the media library. */
export function openMedia(
  { connection, types }: Library,
  formUploads?: Pick<FormUploads, 'fault' | 'save' | 'forget'>,
): Pick<
  Cms,
  | 'findMedia'
  | 'hasMediaAt'
  | 'checkMedia'
  | 'describeMedia'
  | 'uploadMedia'
  | 'createSizes'
  | 'uploadFault'
  | 'retryRawUploads'
  | 'isMediaUsed'
  | 'findFeatured'
  | 'trashMedia'
  | 'deleteMedia'
> {
  const uploads = openUploads(connection, formUploads)
  const laterSizes = openLaterSizes(connection)
  return {
    uploadFault: uploads.fault,
    retryRawUploads: uploads.retryRaw,

    // Media whose slug contains no hash is omitted.
    async findMedia(slugs, signal) {
      const found = new Map<number, FoundMedia>()
      for (const part of inUrlParts([...new Set(slugs)], 100)) {
        const query = `context=edit&status=inherit,private&_fields=${mediaFields}`
        const path = `${connection.namespace}/media?${query}&slug=${part.map(encodeURIComponent).join(',')}`
        const doing = `looking up ${part.length} ${plural(part.length, 'media slug')}`
        for (const wire of await readList(connection, { path, doing, schema: WireMedia }, signal)) {
          const sha256 = sha256OfSlug(wire.slug)
          // A CMS may ignore the filter, and a file in the trash will be deleted.
          if (sha256 === undefined || wire.status === 'trash') continue
          const size = sizeOf(wire)
          const media = toMedia(wire, sha256)
          const { slug, author } = wire
          const lacks = lacksSizes(wire) || undefined
          found.set(wire.id, compact({ slug, media, size, author, lacksSizes: lacks }))
        }
      }
      return [...found.values()].sort((a, b) => a.media.id - b.media.id)
    },

    hasMediaAt(slug, signal) {
      const query = 'context=edit&status=inherit,private,trash&_fields=id'
      const path = `${connection.namespace}/media?${query}&slug=${encodeURIComponent(slug)}`
      const schema = z.object({ id: z.int() })
      return hasRows(connection, { path, doing: `looking for media at ${slug}`, schema }, signal)
    },

    async uploadMedia(upload, signal) {
      const sizesLater = await laterSizes.isLater(upload, signal)
      const first = await uploads.sendFile({ ...upload, sizesLater }, signal)
      const isRefused = 'rejected' in first || ('ok' in first && !first.ok)
      // The engine stores nothing that it rejects. Some rejections pass: the first uploads of a month race
      // for its new folder. Others may be caused by the parameter.
      const sent =
        'rejected' in first || (isRefused && sizesLater)
          ? await uploads.sendFile({ ...upload, sizesLater: false }, signal)
          : first
      if (isRefused && sizesLater && !('rejected' in sent) && !('ok' in sent && !sent.ok)) laterSizes.refuse()
      if ('rejected' in sent) return { ok: false, reason: sent.rejected }
      return 'storedId' in sent ? finishUpload(connection, upload, sent.storedId, signal) : sent
    },

    async describeMedia(ids, signal) {
      const query = `context=edit&status=inherit,private,trash&_fields=${mediaTextFields}`
      const path = `${connection.namespace}/media?${query}&include=${ids.join(',')}`
      const list = { path, doing: `reading the names of ${ids.length} files`, schema: WireMediaTexts }
      return (await readList(connection, list, signal)).map(({ id, slug, source_url, title, alt_text }) => ({
        id,
        slug,
        url: source_url,
        title: readingOf(title.raw),
        alt: alt_text,
      }))
    },

    createSizes: (id, signal) => createSizes(connection, id, signal),
    checkMedia: (ids, signal) => checkMedia(connection, ids, signal),
    findFeatured: (ids, signal) => findFeatured({ connection, types }, ids, signal),
    trashMedia: (id, signal) => trashMedia(connection, id, signal),
    isMediaUsed: (media, signal) => isMediaUsed({ connection, types }, media, signal),
    deleteMedia: (id, signal) => deleteMedia(connection, id, signal),
  }
}
