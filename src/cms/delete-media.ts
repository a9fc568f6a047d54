import type { Connection } from './connection.ts'
import { refused } from './reply.ts'

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
