import { hash } from 'node:crypto'
import { z } from 'zod'
import { mediaFields, WireMedia } from '../../contracts/cms/media.ts'
import { plural } from '../../core/record/plural.ts'
import { sha256OfSlug } from '../../core/record/media.ts'
import { describeResponse } from '../../lib/http/json.ts'
import type { Response } from '../../lib/http/send.ts'
import type { Cms, FoundMedia, MediaUpload, Uploaded } from '../../sync/ports/cms.ts'
import type { Connection } from '../connection.ts'
import { checkMedia } from './check-media.ts'
import { deleteMedia } from './delete-media.ts'
import { finishUpload, storedIdOf } from './finish-upload.ts'
import { findFeatured, isMediaUsed } from './media-use.ts'
import { hasRows, inUrlParts, readList } from '../read-list.ts'
import { codeOf } from '../response.ts'
import { trashMedia } from './trash-media.ts'
import { sizeOf, toMedia } from './wire-media.ts'

/** The media library of the CMS. */
export function openMedia(
  connection: Connection,
): Pick<
  Cms,
  | 'findMedia'
  | 'hasMediaAt'
  | 'checkMedia'
  | 'uploadMedia'
  | 'isMediaUsed'
  | 'findFeatured'
  | 'trashMedia'
  | 'deleteMedia'
> {
  return {
    // Slugs without a hash are left out.
    async findMedia(slugs, signal) {
      const found = new Map<number, FoundMedia>()
      for (const part of inUrlParts([...new Set(slugs)], 100)) {
        const query = `context=edit&status=inherit,private&_fields=${mediaFields}`
        const path = `${connection.namespace}/media?${query}&slug=${part.map(encodeURIComponent).join(',')}`
        const doing = `looking up ${part.length} ${plural(part.length, 'media slug')}`
        for (const wire of await readList(connection, { path, doing, schema: WireMedia }, signal)) {
          const sha256 = sha256OfSlug(wire.slug)
          // A CMS may ignore the filter, and a file in the trash is deleted some day.
          if (sha256 === undefined || wire.status === 'trash') continue
          const size = sizeOf(wire)
          const media = toMedia(wire, sha256)
          const { slug, author } = wire
          found.set(wire.id, {
            slug,
            media,
            ...(size !== undefined && { size }),
            ...(author !== undefined && { author }),
          })
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
      const first = await sendFile(connection, upload, signal)
      // The engine stores nothing that it rejects, and some rejections pass: the first uploads of a month race for its
      // new folder.
      const sent = 'rejected' in first ? await sendFile(connection, upload, signal) : first
      if ('rejected' in sent) return { ok: false, reason: sent.rejected }
      return 'storedId' in sent ? finishUpload(connection, upload, sent.storedId, signal) : sent
    },

    checkMedia: (ids, signal) => checkMedia(connection, ids, signal),
    findFeatured: (ids, signal) => findFeatured(connection, ids, signal),
    trashMedia: (id, signal) => trashMedia(connection, id, signal),
    isMediaUsed: (media, signal) => isMediaUsed(connection, media, signal),
    deleteMedia: (id, signal) => deleteMedia(connection, id, signal),
  }
}

/** The alternative text travels in the URL, and screen readers suit short texts. */
const longestAlt = 250

type Sent = Uploaded | { storedId: number } | { rejected: string }

/** Sends a file once; the requested slug carries the hash. */
function sendFile(
  connection: Connection,
  { slug, title, alt, filename, mime, bytes }: MediaUpload,
  signal: AbortSignal,
): Promise<Sent> {
  const described = alt === undefined ? {} : { alt_text: alt.slice(0, longestAlt) }
  const query = new URLSearchParams({ slug, title, ...described, _fields: mediaFields })
  return connection.request<Sent>(
    {
      kind: 'cmsOther',
      method: 'POST',
      path: `${connection.namespace}/media?${query.toString()}`,
      doing: `uploading ${filename} (${bytes.length} bytes)`,
      file: {
        bytes,
        headers: {
          'content-type': mime,
          'content-disposition': `attachment; filename="${filename}"`,
          // The engine expects hexadecimal digits. It then refuses a truncated file instead of storing it.
          'content-md5': hash('md5', bytes, 'hex'),
        },
      },
      once: true,
      judge(response) {
        const storedId = storedIdOf(response)
        return storedId === undefined ? readRejected(response) : { storedId }
      },
      onRefusal: ({ said }) => ({ ok: false, reason: `the CMS answered ${said}` }),
      read({ status, body }) {
        const wire = WireMedia.safeParse(body).data
        if (wire === undefined) return { ok: false, reason: `answered ${status} with media of another form` }
        const asked = sha256OfSlug(slug) ?? ''
        const sha256 = sha256OfSlug(wire.slug) ?? asked
        if (sha256 !== asked)
          return { ok: false, reason: `answered ${status} with media ${wire.id}, another file` }
        return { ok: true, value: { ok: true, slug: wire.slug, media: toMedia(wire, sha256, bytes.length) } }
      },
    },
    signal,
  )
}

/** The engine refuses a file type with 500 and its own code; without an attachment id it stored nothing. */
function readRejected(response: Response): { rejected: string } | undefined {
  if (response.status !== 500) return undefined
  if (!codeOf(response)?.startsWith('rest_upload_')) return undefined
  return { rejected: `the CMS answered ${describeResponse(response)}` }
}
