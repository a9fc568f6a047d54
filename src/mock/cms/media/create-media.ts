import { created, mayCreate } from '../posts/write/change.ts'
import { crashAfterUpload, crashesMakingSizes } from '../oddities/failed-subsizes.ts'
import { waitForSizes } from '../oddities/slow-subsizes.ts'
import type { Draft, Kind } from '../posts/kind.ts'
import { noSite } from '../posts/link.ts'
import { storeMeta } from '../posts/write/meta.ts'
import { mayEdit, rightsOf } from '../posts/rights.ts'
import { insertRow } from '../posts/write/save.ts'
import { draftOf, savedTexts, savedTitle } from '../posts/write/write.ts'
import { RestError, refuse } from '../rest/error.ts'
import { isEmpty, isNumeric, toInt } from '../rest/php.ts'
import { type RestRequest, param } from '../rest/request.ts'
import type { Answer } from '../rest/route.ts'
import type { ImageMeta } from '../store/rows.ts'
import type { Store } from '../store/store.ts'
import { cleanTextLine } from '../text/clean.ts'
import { trimPhp } from '../text/php-text.ts'
import { toSlug } from '../text/slug.ts'
import { baseNameOf, longestName, withoutExtension } from './file-name.ts'
import { noImageMeta, readImageMeta } from './image-meta.ts'
import { keepFile, monthFolder, originalPath, storeFile } from './keep-file.ts'
import { fileUrl } from './media-fields.ts'
import { refuseParentType } from './media-kind.ts'
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

/** Stores an upload and adds its row. */
export async function createMedia(kind: Kind, store: Store, request: RestRequest): Promise<Answer> {
  refuseParentType(store, param(request, 'post'))
  const received = await receiveFile(request)
  const meta = received.mime.startsWith('image/')
    ? await readImageMeta(received.bytes, received.mime)
    : noImageMeta
  const draft = draftOfUpload(kind, store, request)
  if (received.name.length > longestName) return tooLong()
  const upload = { ...received, meta }
  const folder = folderFor(store, request)
  const crashes = crashesMakingSizes(request, received.mime)
  const features = param(request, 'featured_media') !== null
  const file = features
    ? storeFile(store, upload, folder)
    : await keepFile(store, upload, {
        subSizes: !crashes && param(request, 'generate_sub_sizes') !== false,
        convert: param(request, 'convert_format') !== false,
        folder,
      })
  await waitForSizes(request.oddities, { sizes: {} }, file)
  const row = insertRow(store, 'attachment', {
    author: request.user?.id ?? 0,
    commentStatus: 'open',
    status: 'inherit',
    ...draft,
    guid: fileUrl(noSite, originalPath(file)),
    ...textsOfUpload(request, draft, meta, {
      sent: received.title,
      stored: withoutExtension(baseNameOf(originalPath(file))),
    }),
    file,
  })
  if (features) return hasNoPicture(received.mime)
  const saved = storeMeta(store, kind.meta, row, request)
  if (crashes) return crashAfterUpload(row.id)
  return withUploadId(created(kind, store, request, { row: saved, context: 'edit' }), row.id)
}

/** If one value is invalid, WordPress drops most others but still stores the file. */
function draftOfUpload(kind: Kind, store: Store, request: RestRequest): Draft {
  try {
    return draftOf(kind, store, request, undefined)
  } catch (error) {
    if (!(error instanceof RestError)) throw error
    return savedTexts(request, kind.draft?.(request, {}, undefined, store) ?? {})
  }
}

/** Fields that were not sent are filled from the image's metadata. The title falls back to the file name. */
function textsOfUpload(
  request: RestRequest,
  draft: Draft,
  meta: ImageMeta,
  names: { sent: string; stored: string },
): Draft {
  const texts: Draft = {}
  const ofPicture = isNumeric(toSlug(meta.title)) ? '' : trimPhp(meta.title)
  const wished = isEmpty(param(request, 'title')) ? ofPicture : draft.title
  const title = [wished, names.sent].find((text) => !isEmpty(text)) ?? names.stored
  texts.title = savedTitle(request, title)
  if (isEmpty(param(request, 'caption')) && trimPhp(meta.caption) !== '') texts.excerpt = meta.caption
  if (param(request, 'alt_text') === null) texts.alt = cleanTextLine(meta.alt)
  return savedTexts(request, texts)
}

/**
 * The folder of the post's month for files of a post, else of the current month. `media_handle_upload` makes the same
 * exception for pages.
 */
function folderFor(store: Store, request: RestRequest): string {
  const parent = store.get(toInt(param(request, 'post')))
  const dated = parent !== undefined && parent.type !== 'page' && Number(parent.date.slice(0, 4)) > 0
  return dated ? monthFolder(store, parent.date) : monthFolder(store)
}

function tooLong(): RestError {
  const earlier = [
    'WordPress database error: Processing the value for the following field failed: guid. The supplied value may be too long or contains invalid data.',
  ]
  return new RestError('db_insert_error', 'Could not insert attachment into the database.', 400, { earlier })
}

function hasNoPicture(mime: string): RestError {
  const message = `This site does not support post thumbnails on attachments with MIME type ${mime}.`
  return new RestError('rest_no_featured_media', message, 400)
}

/** Adds the header that lets a client find its upload if making the sub-sizes fails. */
export function withUploadId(answer: Answer, id: number): Answer {
  if (answer instanceof RestError) return answer
  return { ...answer, headers: { ...answer.headers, 'X-WP-Upload-Attachment-ID': String(id) } }
}
