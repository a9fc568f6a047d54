import { CmsErrorBody } from '../contracts/cms/error.ts'
import { mediaFields, WireMedia } from '../contracts/cms/media.ts'
import { type Media, sha256OfSlug } from '../core/media.ts'
import { describeReply, jsonOf } from '../lib/http/json.ts'
import { headerOf, type Reply } from '../lib/http/send.ts'
import type { MediaUpload } from '../sync/ports/cms.ts'
import type { Connection } from './connection.ts'
import { inUrlParts, readList } from './read-list.ts'
import { refused } from './reply.ts'

export type FoundMedia = { slug: string; media: Media }
export type Uploaded = { ok: true; slug: string; media: Media } | { ok: false; reason: string }

/** The attachments with these slugs, by id; slugs that hold no hash are left out. */
export async function findMedia(
  connection: Connection,
  namespace: string,
  slugs: readonly string[],
  signal: AbortSignal,
): Promise<FoundMedia[]> {
  const found = new Map<number, FoundMedia>()
  for (const part of inUrlParts([...new Set(slugs)], 100)) {
    const asked = `context=edit&status=inherit,private,trash&_fields=${mediaFields}`
    const path = `/${namespace}/media?${asked}&slug=${part.map(encodeURIComponent).join(',')}`
    const doing = `looking up ${part.length} media slugs`
    for (const wire of await readList(connection, { path, doing, schema: WireMedia }, signal)) {
      const sha256 = sha256OfSlug(wire.slug)
      if (sha256 !== undefined) found.set(wire.id, { slug: wire.slug, media: toMedia(wire, sha256) })
    }
  }
  return [...found.values()].sort((a, b) => a.media.id - b.media.id)
}

/** Uploads a file, at most once; the hash stands in the slug that was asked for. */
export async function uploadMedia(
  connection: Connection,
  namespace: string,
  upload: MediaUpload,
  signal: AbortSignal,
): Promise<Uploaded> {
  const { slug, title, filename, mime, bytes } = upload
  const query = new URLSearchParams({ slug, title, _fields: mediaFields })
  return connection.request<Uploaded>(
    {
      kind: 'cmsOther',
      method: 'POST',
      path: `/${namespace}/media?${query.toString()}`,
      doing: `the upload of ${filename} (${bytes.length} bytes)`,
      file: {
        bytes,
        headers: { 'content-type': mime, 'content-disposition': `attachment; filename="${filename}"` },
      },
      once: true,
      judge: readRejected,
      read({ status, body, refusal }) {
        if (refusal !== undefined)
          return { ok: true, value: { ok: false, reason: `the CMS answered ${refusal}` } }
        const wire = WireMedia.safeParse(body).data
        if (wire === undefined) return { ok: false, reason: `answered ${status} with media of another form` }
        const sha256 = sha256OfSlug(wire.slug) ?? sha256OfSlug(slug) ?? ''
        return { ok: true, value: { ok: true, slug: wire.slug, media: toMedia(wire, sha256, bytes.length) } }
      },
    },
    signal,
  )
}

/** Removes an attachment for good; one that is gone already is fine. */
export async function deleteMedia(
  connection: Connection,
  namespace: string,
  id: number,
  signal: AbortSignal,
): Promise<void> {
  const doing = `the removal of media ${id}`
  await connection.request(
    {
      kind: 'cmsOther',
      method: 'DELETE',
      path: `/${namespace}/media/${id}?force=true&_fields=deleted`,
      doing,
      read({ status, refusal }) {
        if (refusal !== undefined && status !== 404 && status !== 410) throw refused(doing, refusal)
        return { ok: true, value: undefined }
      },
    },
    signal,
  )
}

/** The engine refuses a file type with 500 and a code of its own; without an attachment id nothing was stored. */
function readRejected(reply: Reply): Uploaded | undefined {
  if (reply.status !== 500 || headerOf(reply, 'x-wp-upload-attachment-id') !== undefined) return undefined
  const code = CmsErrorBody.safeParse(jsonOf(reply)).data?.code ?? ''
  if (!code.startsWith('rest_upload_')) return undefined
  return { ok: false, reason: `the CMS answered ${describeReply(reply)}` }
}

function toMedia(wire: WireMedia, sha256: string, size = 0): Media {
  const details = Array.isArray(wire.media_details) ? {} : wire.media_details
  const { width, height, filesize = size, sizes } = details
  const large = sizes === undefined || Array.isArray(sizes) ? undefined : sizes['large']
  return {
    id: wire.id,
    sha256,
    url: wire.source_url,
    mime: wire.mime_type,
    bytes: filesize,
    ...(width === undefined ? {} : { width }),
    ...(height === undefined ? {} : { height }),
    ...(large?.source_url === undefined || large.width === undefined || large.height === undefined
      ? {}
      : { large: { url: large.source_url, width: large.width, height: large.height } }),
  }
}
