import type { Connection } from '../connection/connection.ts'
import { codeOf, saysGone } from '../connection/response.ts'

/**
 * Moves an attachment to the trash. One that is in the trash or gone counts as moved; a CMS without
 * MEDIA_TRASH refuses.
 */
export async function trashMedia(
  connection: Connection,
  id: number,
  signal: AbortSignal,
): Promise<'trashed' | 'no trash'> {
  return connection.request<'trashed' | 'no trash'>(
    {
      kind: 'cmsOther',
      method: 'DELETE',
      path: `${connection.namespace}/media/${id}?_fields=id`,
      doing: `moving media ${id} to the trash`,
      judge(response) {
        if (codeOf(response) === 'rest_trash_not_supported') return 'no trash'
        return saysGone(response) || codeOf(response) === 'rest_already_trashed' ? 'trashed' : undefined
      },
      read: () => ({ ok: true, value: 'trashed' }),
    },
    signal,
  )
}
