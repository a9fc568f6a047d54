import { created, mayCreate } from '../posts/write/change.ts'
import { diedMakingSizes, diesMakingSizes } from '../oddities/failed-subsizes.ts'
import type { Kind } from '../posts/kind.ts'
import { noSite } from '../posts/link.ts'
import { mergeMeta } from '../posts/write/meta.ts'
import { mayEdit, rightsOf } from '../posts/rights.ts'
import { insertRow } from '../posts/write/save.ts'
import { draftOf } from '../posts/write/write.ts'
import { RestError, refuse } from '../rest/error.ts'
import { isEmpty, toInt } from '../rest/php.ts'
import { type RestRequest, param } from '../rest/request.ts'
import type { Answer } from '../rest/route.ts'
import type { Store } from '../store/store.ts'
import { withoutExtension } from './file-name.ts'
import { keepFile, originalPath } from './keep-file.ts'
import { fileUrl } from './media-fields.ts'
import { receiveFile } from './receive.ts'

export function mayUpload(kind: Kind, store: Store, request: RestRequest): true | RestError {
  const may = mayCreate(kind, request)
  if (may !== true) return may
  const post = toInt(param(request, 'post'))
  const parent = post === 0 ? undefined : store.get(post)
  if (post !== 0 && (parent === undefined || !mayEdit(request.user, rightsOf(parent), parent)))
    return refuse(
      request.user,
      'rest_cannot_edit',
      'Sorry, you are not allowed to upload media to this post.',
    )
  return true
}

/** Takes an upload, keeps its file and makes the row that stands for it. */
export async function createMedia(kind: Kind, store: Store, request: RestRequest): Promise<Answer> {
  const draft = draftOf(kind, store, request, undefined)
  const received = await receiveFile(request)
  const dies = diesMakingSizes(request, received.mime)
  const file = await keepFile(store, received, {
    subSizes: !dies && param(request, 'generate_sub_sizes') !== false,
    convert: param(request, 'convert_format') !== false,
  })
  const name = withoutExtension(file.path.slice(file.path.lastIndexOf('/') + 1)).replace(
    /-(scaled|rotated)$/,
    '',
  )
  const row = insertRow(store, 'attachment', {
    author: request.user?.id ?? 0,
    commentStatus: 'open',
    status: 'inherit',
    ...draft,
    guid: fileUrl(noSite, originalPath(file)),
    title: isEmpty(draft.title) ? (received.title ?? name) : (draft.title ?? ''),
    file,
  })
  const saved = store.put({ ...row, meta: mergeMeta(kind.meta, row.meta, request) })
  if (dies) return diedMakingSizes(row.id)
  return withUploadId(created(kind, store, request, { row: saved, context: 'edit' }), row.id)
}

/** Adds the header by which a client finds its upload when the making of sub-sizes fails. */
export function withUploadId(answer: Answer, id: number): Answer {
  if (answer instanceof RestError) return answer
  return { ...answer, headers: { ...answer.headers, 'X-WP-Upload-Attachment-ID': String(id) } }
}
