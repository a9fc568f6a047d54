import type { Connection } from './connection.ts'
import { refused } from './response.ts'

/** Deletes an attachment permanently; one that does not exist any more is fine. */
export async function deleteMedia(connection: Connection, id: number, signal: AbortSignal): Promise<void> {
  const doing = `deleting media ${id}`
  await connection.request(
    {
      kind: 'cmsOther',
      method: 'DELETE',
      path: `${connection.namespace}/media/${id}?force=true&_fields=deleted`,
      doing,
      read({ status, refusal }) {
        if (refusal !== undefined && status !== 404 && status !== 410) throw refused(doing, refusal)
        return { ok: true, value: undefined }
      },
    },
    signal,
  )
}
