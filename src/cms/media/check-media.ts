import { mediaFields, WireMedia } from '../../contracts/cms/media.ts'
import { UnreachableError } from '../../lib/errors.ts'
import type { MediaCheck } from '../../sync/ports/cms.ts'
import { type Connection, parseBody } from '../connection/connection.ts'
import { inUrlParts, readList } from '../read-list.ts'
import { isGone } from '../connection/response.ts'
import { toMedia } from './wire-media.ts'

/**
 * Reads the state of attachments. The engine omits rows from its lists, so each missing one is requested
 * directly.
 */
export async function checkMedia(
  connection: Connection,
  ids: readonly number[],
  signal: AbortSignal,
): Promise<ReadonlyMap<number, MediaCheck>> {
  const checks = new Map<number, MediaCheck>()
  for (const part of inUrlParts([...new Set(ids)].map(String), 100)) {
    const query = `context=edit&status=inherit,private,trash&_fields=${mediaFields}&include=${part.join(',')}`
    const path = `${connection.namespace}/media?${query}`
    const doing = `checking ${part.length} files of the media library`
    for (const wire of await readList(connection, { path, doing, schema: WireMedia }, signal))
      checks.set(wire.id, toCheck(wire))
    for (const id of part.map(Number))
      if (!checks.has(id)) checks.set(id, await readDirectly(connection, id, signal))
  }
  return checks
}

async function readDirectly(connection: Connection, id: number, signal: AbortSignal): Promise<MediaCheck> {
  const doing = `checking media ${id}`
  try {
    return await connection.request<MediaCheck>(
      {
        kind: 'cmsReads',
        method: 'GET',
        path: `${connection.namespace}/media/${id}?context=edit&_fields=${mediaFields}`,
        doing,
        onRefusal: (refusal) =>
          isGone(refusal)
            ? { state: 'gone' }
            : { state: 'unreadable', reason: `the CMS returned ${refusal.summary}` },
        read({ body }) {
          const wire = parseBody(WireMedia, body, 'attachment')
          const isOther = wire.ok && wire.value.id !== id
          const value: MediaCheck =
            wire.ok && !isOther
              ? toCheck(wire.value)
              : { state: 'unreadable', reason: 'the CMS returned something else' }
          return { ok: true, value }
        },
      },
      signal,
    )
  } catch (error) {
    if (!(error instanceof UnreachableError)) throw error
    // Throws if the CMS is down: then the attachment is not the cause.
    await connection.assertSignedIn({ doing, summary: error.message }, signal)
    return { state: 'unreadable', reason: error.message }
  }
}

function toCheck(wire: WireMedia): MediaCheck {
  if (wire.status === 'trash') return { state: 'trashed' }
  const { sha256: _, ...media } = toMedia(wire, '')
  return { state: 'usable', media }
}
