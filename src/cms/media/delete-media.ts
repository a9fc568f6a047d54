import type { Connection } from '../connection/connection.ts'
import { saysGone } from '../connection/response.ts'

/**
 * Deletes an attachment permanently; one that is gone already counts as deleted. Returns the reason of a
 * refusal.
 */
export async function deleteMedia(
  connection: Connection,
  id: number,
  signal: AbortSignal,
): Promise<{ refused?: string }> {
  return connection.request<{ refused?: string }>(
    {
      kind: 'cmsOther',
      method: 'DELETE',
      path: `${connection.namespace}/media/${id}?force=true&_fields=deleted`,
      doing: `deleting media ${id}`,
      judge: (response) => (saysGone(response) ? {} : undefined),
      onRefusal: ({ summary }) => ({ refused: summary }),
      read: () => ({ ok: true, value: {} }),
    },
    signal,
  )
}
