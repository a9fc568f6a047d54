import { mediaFields, WireMedia } from '../../contracts/cms/media.ts'
import { UnreachableError } from '../../lib/errors.ts'
import { describeResponse } from '../../lib/http/json.ts'
import type { SizesCreated } from '../../sync/ports/cms.ts'
import type { Connection } from '../connection/connection.ts'
import { isGone } from '../connection/response.ts'
import { lacksSizes, toMedia } from './wire-media.ts'

const tries = 3

/** The result of one request; `again`: the CMS ended before all sizes were created. */
export type SizesTry =
  | { state: 'created'; wire: WireMedia }
  | { state: 'gone' }
  | { state: 'again' | 'failed'; reason: string }

/** Creates the smaller sizes of an attachment; see the port. */
export async function createSizes(
  connection: Connection,
  id: number,
  signal: AbortSignal,
): Promise<SizesCreated> {
  let lost: UnreachableError | undefined
  let reason = ''
  for (let attempt = 1; attempt <= tries; attempt++) {
    try {
      const tried = await requestSizes(connection, id, signal)
      if (tried.state === 'gone') return tried
      if (tried.state === 'created') return toCreated(tried.wire, id)
      if (tried.state === 'failed') return { state: 'failed', reason: tried.reason }
      reason = tried.reason
    } catch (error) {
      if (!(error instanceof UnreachableError)) throw error
      lost = error
    }
  }
  if (reason === '' && lost !== undefined) throw lost
  return { state: 'failed', reason }
}

function toCreated(wire: WireMedia, id: number): SizesCreated {
  if (wire.id !== id) return { state: 'failed', reason: `the CMS returned media ${wire.id} instead` }
  if (lacksSizes(wire)) return { state: 'failed', reason: 'the CMS responded with success, but created none' }
  const { sha256: _, ...media } = toMedia(wire, '')
  return { state: 'created', media }
}

/** Sends one request, which continues an earlier one. The CMS may take longer than the time limit. */
export function requestSizes(connection: Connection, id: number, signal: AbortSignal): Promise<SizesTry> {
  return connection.request<SizesTry>(
    {
      kind: 'cmsOther',
      method: 'POST',
      path: `${connection.namespace}/media/${id}/post-process?_fields=${mediaFields}`,
      doing: `making smaller sizes of media ${id}`,
      json: { action: 'create-image-subsizes' },
      heavy: true,
      judge: (response) =>
        response.status >= 500
          ? { state: 'again', reason: `the CMS returned ${describeResponse(response)}` }
          : undefined,
      onRefusal: (refusal) =>
        isGone(refusal)
          ? { state: 'gone' }
          : { state: 'failed', reason: `the CMS returned ${refusal.summary}` },
      read({ body }) {
        const wire = WireMedia.safeParse(body).data
        const value: SizesTry =
          wire === undefined
            ? { state: 'failed', reason: 'the CMS returned something else' }
            : { state: 'created', wire }
        return { ok: true, value }
      },
    },
    signal,
  )
}
