import type { Connection } from './connection.ts'
import { isGone } from './response.ts'

/** Deletes an attachment permanently; one that does not exist any more is fine. */
export async function deleteMedia(connection: Connection, id: number, signal: AbortSignal): Promise<void> {
  await connection.request<'deleted'>(
    {
      kind: 'cmsOther',
      method: 'DELETE',
      path: `${connection.namespace}/media/${id}?force=true&_fields=deleted`,
      doing: `deleting media ${id}`,
      judge: (response) => (isGone(response) ? 'deleted' : undefined),
      read: () => ({ ok: true, value: 'deleted' }),
    },
    signal,
  )
}
