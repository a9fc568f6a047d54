import { mediaFields, WireMedia } from '../../contracts/cms/media.ts'
import { sha256OfSlug } from '../../core/record/media.ts'
import { OutcomeUnknownError, UnreachableError } from '../../lib/errors.ts'
import { headerOf, type Response } from '../../lib/http/send.ts'
import type { MediaUpload, Uploaded } from '../../sync/ports/cms.ts'
import type { Connection } from '../connection/connection.ts'
import { requestSizes } from './create-sizes.ts'
import { sizeOf, toMedia } from './wire-media.ts'

const tries = 3

/** The attachment that exists despite a 5xx response to its upload: only its smaller sizes failed. */
export function storedIdOf(response: Response): number | undefined {
  const id = Number(headerOf(response, 'x-wp-upload-attachment-id'))
  return response.status >= 500 && Number.isInteger(id) && id > 0 ? id : undefined
}

/**
 * Makes the CMS create the smaller sizes of an attachment, in at most 3 tries, each of which continues the
 * one before. A complete file is used even without them. An image is accepted at any size: an image optimizer
 * changes the bytes, and the CMS refuses a truncated upload. Nothing is deleted.
 */
export async function finishUpload(
  connection: Connection,
  upload: MediaUpload,
  id: number,
  signal: AbortSignal,
): Promise<Uploaded> {
  let resized: WireMedia | undefined
  for (let attempt = 1; resized === undefined && attempt <= tries; attempt++)
    resized = await makeSizes(connection, id, signal)
  const wire = resized ?? (await readMedia(connection, id, signal))
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
  if (size !== undefined && size !== length && !wire.mime_type.startsWith('image/')) {
    const reason = `the CMS stored ${size} of ${length} bytes as media ${id}. It is not used. Check it and delete it from the media library; the next run then uploads the file`
    return { ok: false, reason }
  }
  const note = `the CMS could not make smaller sizes of media ${id}; the original is used`
  const uploaded = { slug: wire.slug, media: toMedia(wire, sha256, length) }
  return { ok: true, ...uploaded, ...(resized === undefined && { note }) }
}

/** Undefined if the CMS failed again or is down. */
async function makeSizes(
  connection: Connection,
  id: number,
  signal: AbortSignal,
): Promise<WireMedia | undefined> {
  try {
    const tried = await requestSizes(connection, id, signal)
    return tried.state === 'created' ? tried.wire : undefined
  } catch (error) {
    if (error instanceof UnreachableError) return undefined
    throw error
  }
}

async function readMedia(
  connection: Connection,
  id: number,
  signal: AbortSignal,
): Promise<WireMedia | undefined> {
  return connection.request<WireMedia | undefined>(
    {
      kind: 'cmsReads',
      method: 'GET',
      path: `${connection.namespace}/media/${id}?context=edit&_fields=${mediaFields}`,
      doing: `reading media ${id}`,
      onRefusal: () => undefined,
      read: ({ body }) => ({ ok: true, value: WireMedia.safeParse(body).data }),
    },
    signal,
  )
}
