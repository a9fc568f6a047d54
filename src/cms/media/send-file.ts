import { hash } from 'node:crypto'
import { mediaFields, WireMedia } from '../../contracts/cms/media.ts'
import { sha256OfSlug } from '../../core/record/media.ts'
import { describeResponse, isObject } from '../../lib/http/json.ts'
import type { Response as HttpResponse } from '../../lib/http/send.ts'
import type { FormUploads, MediaUpload, Uploaded } from '../../sync/ports/cms.ts'
import type { Connection } from '../connection/connection.ts'
import { codeOf } from '../connection/response.ts'
import { storedIdOf } from './finish-upload.ts'
import { laterParameter } from './later-sizes.ts'
import { lacksSizes, toMedia } from './wire-media.ts'

/** The alternative text is part of the URL, and a short one is better for screen readers. */
const longestAlt = 250

export type Sent = Uploaded | { storedId: number } | { rejected: string }

type Known = Pick<FormUploads, 'fault' | 'save' | 'forget'>

/**
 * Sends files raw, until a firewall rejects a raw file that the CMS accepts as a form; from then on as forms.
 * `known` stores that for other processes.
 */
export function openUploads(connection: Connection, known?: Known) {
  let fault: string | undefined
  let reading: Promise<void> | undefined

  async function readKnown(): Promise<void> {
    try {
      fault = await known?.fault()
    } catch (error) {
      reading = undefined
      throw error
    }
  }

  async function sendFile(upload: MediaUpload, signal: AbortSignal): Promise<Sent> {
    await (reading ??= readKnown())
    const usual = fault === undefined ? 'raw' : 'form'
    const first = await sendAs(usual, connection, upload, signal)
    if (!('blocked' in first)) return first
    const second = await sendAs(usual === 'raw' ? 'form' : 'raw', connection, upload, signal)
    if ('blocked' in second) return { ok: false, reason: `the CMS returned ${second.blocked}` }
    fault = usual === 'raw' ? first.blocked : undefined
    await (fault === undefined ? known?.forget() : known?.save(fault))
    return second
  }
  return {
    sendFile,
    fault: () => fault,
    retryRaw: (): void => {
      reading = Promise.resolve()
      fault = undefined
    },
  }
}

/**
 * Sends a file once; the requested slug contains the hash. `blocked`: something in front of the CMS rejected
 * it.
 */
async function sendAs(
  form: 'raw' | 'form',
  connection: Connection,
  upload: MediaUpload,
  signal: AbortSignal,
): Promise<Sent | { blocked: string }> {
  const { slug, title, alt, filename, bytes, sizesLater } = upload
  const described = alt === undefined ? {} : { alt_text: alt.slice(0, longestAlt) }
  const later = sizesLater === true ? { [laterParameter]: 'false' } : {}
  const query = new URLSearchParams({ slug, title, ...described, ...later, _fields: mediaFields })
  return connection.request<Sent | { blocked: string }>(
    {
      kind: 'cmsOther',
      method: 'POST',
      path: `${connection.namespace}/media?${query.toString()}`,
      doing: `uploading ${filename} (${bytes.length} bytes)`,
      file: form === 'raw' ? rawBody(upload) : await formBody(upload),
      once: true,
      judge(response) {
        const storedId = storedIdOf(response)
        return storedId === undefined ? readRejected(response) : { storedId }
      },
      onRefusal: ({ summary, status, code, body }) =>
        [403, 406, 415].includes(status) && !isObject(body)
          ? { blocked: summary }
          : { ok: false, reason: `the CMS returned ${summary}${hintOf(form, code)}` },
      read({ status, body }) {
        const wire = WireMedia.safeParse(body).data
        if (wire === undefined) return { ok: false, reason: `returned ${status} with media of another form` }
        const asked = sha256OfSlug(slug) ?? ''
        const sha256 = sha256OfSlug(wire.slug) ?? asked
        if (sha256 !== asked)
          return { ok: false, reason: `returned ${status} with media ${wire.id}, another file` }
        const media = toMedia(wire, sha256, bytes.length)
        // A CMS that ignores the parameter has created them.
        const lacks = lacksSizes(wire) && { lacksSizes: true as const }
        return { ok: true, value: { ok: true, slug: wire.slug, media, ...lacks } }
      },
    },
    signal,
  )
}

/** PHP drops a form that is too large. The CMS then reports that the headers of a raw upload are missing. */
function hintOf(form: 'raw' | 'form', code: string | undefined): string {
  const isDropped = form === 'form' && code === 'rest_upload_no_content_disposition'
  return isDropped ? ' (the file is probably larger than post_max_size of PHP allows)' : ''
}

function rawBody({ bytes, mime, filename }: MediaUpload) {
  return {
    bytes,
    headers: {
      'content-type': mime,
      'content-disposition': `attachment; filename="${filename}"`,
      ...digest(bytes),
    },
  }
}

/**
 * The block editor uploads files in this form, too. It has no digest: the engine crashes on one if PHP
 * dropped the file for its size, and PHP itself detects a truncated form.
 */
async function formBody({ bytes, mime, filename }: MediaUpload) {
  const form = new FormData()
  form.append('file', new Blob([Uint8Array.from(bytes)], { type: mime }), filename)
  const encoded = new Response(form)
  return {
    bytes: new Uint8Array(await encoded.arrayBuffer()),
    headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
  }
}

/** In hexadecimal digits, as the engine expects. It then refuses a truncated file instead of storing it. */
function digest(bytes: Uint8Array) {
  return { 'content-md5': hash('md5', bytes, 'hex') }
}

/**
 * The engine refuses a file type with 500 and an error code. Without an attachment id, nothing was stored.
 */
function readRejected(response: HttpResponse): { rejected: string } | undefined {
  if (response.status !== 500) return undefined
  if (!codeOf(response)?.startsWith('rest_upload_')) return undefined
  return { rejected: `the CMS returned ${describeResponse(response)}` }
}
