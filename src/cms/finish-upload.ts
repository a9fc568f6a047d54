import { mediaFields, WireMedia } from '../contracts/cms/media.ts'
import { sha256OfSlug } from '../core/record/media.ts'
import { OutcomeUnknownError, UnreachableError } from '../lib/errors.ts'
import { headerOf, type Response } from '../lib/http/send.ts'
import type { MediaUpload, Uploaded } from '../sync/ports/cms.ts'
import type { Connection } from './connection.ts'
import { sizeOf, toMedia } from './wire-media.ts'
import { deleteMedia } from './delete-media.ts'

const tries = 3

/** The attachment that stands although its upload was answered with a 5xx: only the making of its smaller sizes failed. */
export function storedIdOf(reply: Response): number | undefined {
  const id = Number(headerOf(reply, 'x-wp-upload-attachment-id'))
  return reply.status >= 500 && Number.isInteger(id) && id > 0 ? id : undefined
}

/**
 * Has the smaller sizes of an attachment made, in at most 3 tries; each goes on where the one before ended. A file
 * that is whole is used without them; one that is torn is removed again.
 */
export async function finishUpload(
  connection: Connection,
  namespace: string,
  upload: MediaUpload,
  id: number,
  signal: AbortSignal,
): Promise<Uploaded> {
  let made: WireMedia | undefined
  for (let attempt = 1; made === undefined && attempt <= tries; attempt++)
    made = await makeSizes(connection, namespace, id, signal)
  const wire = made ?? (await readMedia(connection, namespace, id, signal))
  const sha256 = wire && sha256OfSlug(wire.slug)
  if (wire === undefined || sha256 === undefined || sha256 !== sha256OfSlug(upload.slug)) {
    const now = wire === undefined ? 'gone' : `called ${wire.slug}`
    throw new OutcomeUnknownError(
      `The CMS stored ${upload.filename} as media ${id}, which is ${now} now. It is looked up again before anything is sent.`,
      { failure: { said: `stored it as media ${id}, which is ${now} now`, sent: true, timedOut: false } },
    )
  }
  const size = sizeOf(wire)
  const { length } = upload.bytes
  if (size !== undefined && size !== length) {
    await deleteMedia(connection, namespace, id, signal)
    return { ok: false, reason: `the CMS stored ${size} of ${length} bytes; media ${id} was removed again` }
  }
  const note = `the CMS could not make smaller sizes of media ${id}: it is used as it is`
  const uploaded = { slug: wire.slug, media: toMedia(wire, sha256, length) }
  return { ok: true, ...uploaded, ...(made === undefined && { note }) }
}

/** Undefined when the process of the CMS died once more, or does not answer. */
async function makeSizes(
  connection: Connection,
  namespace: string,
  id: number,
  signal: AbortSignal,
): Promise<WireMedia | undefined> {
  try {
    const answer = await connection.request<WireMedia | 'failed'>(
      {
        kind: 'cmsOther',
        method: 'POST',
        path: `/${namespace}/media/${id}/post-process?_fields=${mediaFields}`,
        doing: `making smaller sizes of media ${id}`,
        json: { action: 'create-image-subsizes' },
        judge: ({ status }) => (status >= 500 ? 'failed' : undefined),
        read: ({ body }) => ({ ok: true, value: WireMedia.safeParse(body).data ?? 'failed' }),
      },
      signal,
    )
    return answer === 'failed' ? undefined : answer
  } catch (error) {
    if (error instanceof UnreachableError) return undefined
    throw error
  }
}

async function readMedia(
  connection: Connection,
  namespace: string,
  id: number,
  signal: AbortSignal,
): Promise<WireMedia | undefined> {
  return connection.request<WireMedia | undefined>(
    {
      kind: 'cmsReads',
      method: 'GET',
      path: `/${namespace}/media/${id}?context=edit&_fields=${mediaFields}`,
      doing: `reading media ${id}`,
      read: ({ body }) => ({ ok: true, value: WireMedia.safeParse(body).data }),
    },
    signal,
  )
}
