import { created, mayUpdate } from '../posts/write/change.ts'
import type { Kind } from '../posts/kind.ts'
import { noSite } from '../posts/link.ts'
import { rowOf } from '../posts/read.ts'
import { insertRow } from '../posts/write/save.ts'
import { draftOf } from '../posts/write/write.ts'
import { crashAnswer } from '../rest/crash-answer.ts'
import { RestError, refuse } from '../rest/error.ts'
import { isMap } from '../rest/php.ts'
import { type RestRequest, listParam, param, textParam } from '../rest/request.ts'
import type { Answer } from '../rest/route.ts'
import type { Args, Schema } from '../rest/schema/schema.ts'
import type { FileFacts } from '../store/rows.ts'
import type { Store } from '../store/store.ts'
import { can } from '../users/users.ts'
import { withUploadId } from './create-media.ts'
import { type EditFailure, type Modifier, editPicture } from './edit-picture.ts'
import { baseNameOf, extensionOf, folderOf, withoutExtension } from './file-name.ts'
import { noImageMeta } from './image-meta.ts'
import { keepFile, monthFolder, originalPath } from './keep-file.ts'
import { fileUrl } from './media-fields.ts'
import { asTurned } from './show-picture.ts'

const percent: Schema = { type: 'number', minimum: 0, maximum: 100 }
const share: Schema = { type: 'number' }
const box = { left: share, top: share, width: share, height: share }

/** The schema of an object whose properties are all required. */
const whole = (properties: Readonly<Record<string, Schema>>): Schema => ({
  type: 'object',
  required: Object.keys(properties),
  properties,
})

function modifier(title: string, type: string, args: Readonly<Record<string, Schema>>): Schema {
  return { title, properties: { type: { type: 'string', enum: [type] }, args: whole(args) } }
}

const sides = whole({ horizontal: { type: 'boolean' }, vertical: { type: 'boolean' } })

/** The parameters of `edit`: the image's URL, the modifiers, and the older parameters for rotation and crop. */
export const editArgs: Args = {
  src: { type: 'string', format: 'uri', required: true },
  modifiers: {
    type: 'array',
    minItems: 1,
    items: {
      type: 'object',
      required: ['type', 'args'],
      oneOf: [
        modifier('Flip', 'flip', { flip: sides }),
        modifier('Rotation', 'rotate', { angle: { type: 'number' } }),
        modifier('Crop', 'crop', box),
      ],
    },
  },
  rotation: { type: 'integer', minimum: 0, exclusiveMinimum: true, maximum: 360, exclusiveMaximum: true },
  x: percent,
  y: percent,
  width: percent,
  height: percent,
}

export function mayEditPicture(kind: Kind, store: Store, request: RestRequest): true | RestError {
  if (!can(request.user, 'upload_files'))
    return refuse(
      request.user,
      'rest_cannot_edit_image',
      'Sorry, you are not allowed to upload media on this site.',
    )
  return mayUpdate(kind, store, request)
}

const editable = new Set(
  ['jpeg', 'png', 'gif', 'webp', 'avif', 'heic', 'heif'].map((format) => `image/${format}`),
)

/** Creates a changed copy of an image as a separate attachment. */
export async function editMedia(kind: Kind, store: Store, request: RestRequest): Promise<Answer> {
  const row = rowOf(kind, store, request)
  if (row instanceof RestError) return row
  const { file } = row
  const source = file === undefined ? undefined : store.files.get(originalPath(file))
  if (file?.width === undefined || source === undefined || !isPictureOf(file, textParam(request, 'src')))
    return new RestError('rest_unknown_attachment', 'Unable to get meta information for file.', 404)
  if (!editable.has(file.mime))
    return new RestError('rest_cannot_edit_file_type', 'This type of file cannot be edited.', 400)
  const modifiers = modifiersOf(request)
  if (modifiers.length === 0)
    return new RestError(
      'rest_image_not_edited',
      'The image was not edited. Edit the image before applying the changes.',
      400,
    )
  const bytes = await editPicture(source, modifiers)
  if (typeof bytes === 'string') return failedEdit(bytes)
  const name = baseNameOf(originalPath(file))
  const edited = `${withoutExtension(name).replace(/-edited(-\d+)?$/, '')}-edited.${extensionOf(name)}`
  const kept = await keepFile(
    store,
    { name: edited, mime: file.mime, bytes, meta: asTurned(file.meta ?? noImageMeta) },
    { subSizes: true, convert: true, folder: monthFolder(store) },
  )
  const { title, content, excerpt, alt } = row
  const copy = insertRow(store, 'attachment', {
    title,
    content,
    excerpt,
    alt,
    author: request.user?.id ?? 0,
    commentStatus: 'open',
    ...draftOf(kind, store, request, undefined),
    status: 'inherit',
    guid: fileUrl(noSite, originalPath(kept)),
    file: { ...kept, madeFrom: { id: row.id, path: originalPath(file) } },
  })
  return withUploadId(created(kind, store, request, { row: copy, context: 'view' }), copy.id)
}

function failedEdit(failure: EditFailure): Answer {
  if (failure === 'crash') return crashAnswer()
  return failure === 'empty-crop'
    ? new RestError('rest_image_crop_failed', 'Unable to crop this image.', 500)
    : new RestError('rest_unknown_image_file_type', 'Unable to edit this image.', 500)
}

/** True if the URL is that of the image, of its original, or of one of its sub-sizes. */
function isPictureOf(file: FileFacts, address: string): boolean {
  const folder = folderOf(file.path)
  const paths = [
    file.path,
    originalPath(file),
    ...Object.values(file.sizes).map((size) => folder + size.file),
  ]
  return paths.some((path) => address.endsWith(`/${path}`))
}

function modifiersOf(request: RestRequest): Modifier[] {
  const wanted = listParam(request, 'modifiers').flatMap((item) => (isMap(item) ? toModifier(item) : []))
  if (wanted.length > 0) return wanted
  const { rotation, x, y, width, height } = oldStyle(request)
  const old: Modifier[] = []
  if (rotation !== null) old.push({ type: 'rotate', angle: rotation })
  if (x !== null && y !== null && width !== null && height !== null)
    old.push({ type: 'crop', left: x, top: y, width, height })
  return old
}

function oldStyle(request: RestRequest) {
  const number = (name: string): number | null => {
    const value = param(request, name)
    return typeof value === 'number' ? value : null
  }
  return {
    rotation: number('rotation'),
    x: number('x'),
    y: number('y'),
    width: number('width'),
    height: number('height'),
  }
}

function toModifier({ type, args }: Record<string, unknown>): Modifier[] {
  const values = isMap(args) ? args : {}
  const number = (name: string): number => Number(values[name] ?? 0)
  if (type === 'rotate') return [{ type, angle: number('angle') }]
  if (type === 'crop')
    return [
      { type, left: number('left'), top: number('top'), width: number('width'), height: number('height') },
    ]
  const flip = isMap(values['flip']) ? values['flip'] : {}
  return [{ type: 'flip', horizontal: flip['horizontal'] === true, vertical: flip['vertical'] === true }]
}
