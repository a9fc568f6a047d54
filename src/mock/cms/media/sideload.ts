import type { Kind } from '../posts/kind.ts'
import { rowOf, showItem } from '../posts/read.ts'
import { RestError } from '../rest/error.ts'
import { isEmpty, isMap, toInt, toList, toText } from '../rest/php.ts'
import { type RestRequest, listParam, param } from '../rest/request.ts'
import { type Answer, ok } from '../rest/route.ts'
import type { Args } from '../rest/schema/schema.ts'
import type { FileFacts, SizeFacts } from '../store/rows.ts'
import type { Store } from '../store/store.ts'
import { baseNameOf, folderOf, withoutExtension } from './file-name.ts'
import { misfitOf } from './fitting-size.ts'
import { imageSizeArg, replacing, subSizesArg } from './image-size-names.ts'
import { originalPath, storeFile } from './keep-file.ts'
import { measurePicture } from './pictures.ts'
import { receiveFile } from './receive.ts'
import { asTurned } from './show-picture.ts'

export const sideloadArgs: Args = {
  image_size: imageSizeArg,
  generate_sub_sizes: { type: 'boolean', default: false },
  convert_format: { type: 'boolean', default: true },
}

export const finalizeArgs: Args = { sub_sizes: subSizesArg }

/** Stores one sub-size that the client made. A later `finalize` refers to it. */
export async function sideload(kind: Kind, store: Store, request: RestRequest): Promise<Answer> {
  const row = rowOf(kind, store, request)
  if (row instanceof RestError) return row
  const { file } = row
  if (file === undefined || !/^(image\/|application\/pdf$)/.test(file.mime)) return onlyPictures()
  const received = await receiveFile(request)
  const size = await measurePicture(received.bytes)
  if (size === undefined) return unreadable()
  const imageSize = param(request, 'image_size')
  const misfit = misfitOf(size, imageSize, file)
  if (misfit !== undefined) return misfit
  const kept = storeBeside(store, file, received)
  const named = typeof imageSize === 'string' && replacing.has(imageSize)
  const { width, height } = size
  const told = named
    ? { original_image: baseNameOf(file.path), width, height, filesize: kept.bytes, file: kept.path }
    : { width, height, file: baseNameOf(kept.path), mime_type: kept.mime, filesize: kept.bytes }
  const current = store.get(row.id) ?? row
  const sideloaded = [...(current.file?.sideloaded ?? []), baseNameOf(told.file)]
  store.put({ ...current, file: { ...(current.file ?? file), sideloaded } })
  return ok({ image_size: imageSize, ...told })
}

/** A sub-size of this attachment's file may keep its name. All others get a number. */
function storeBeside(
  store: Store,
  file: FileFacts,
  upload: { name: string; mime: string; bytes: Buffer },
): Pick<FileFacts, 'path' | 'mime' | 'bytes'> {
  const folder = folderOf(file.path)
  const stem = withoutExtension(upload.name)
  const own = /^(.*)-(\d+x\d+|scaled)$/.exec(stem)?.[1] === withoutExtension(baseNameOf(file.path))
  const path = folder + stem + upload.name.slice(stem.length).toLowerCase()
  if (!own || store.files.has(path)) return storeFile(store, upload, folder)
  store.files.put(path, upload.bytes)
  return { path, mime: upload.mime, bytes: upload.bytes.length }
}

/** Registers side-loaded files as sub-sizes, or as the attachment's file. */
export function finalize(kind: Kind, store: Store, request: RestRequest): Answer {
  const row = rowOf(kind, store, request)
  if (row instanceof RestError) return row
  if (row.file === undefined) return showItem(kind, store, request, { row, context: 'edit' })
  const known = namesOf(row.file)
  let { file } = row
  const items = listParam(request, 'sub_sizes').filter(isMap)
  const isForeign = (name: unknown): boolean => name !== undefined && !known.has(toText(name))
  if (items.some((item) => isForeign(item['file']) || isForeign(item['original_image']))) return unknownFile()
  for (const item of items) if (!isEmpty(item['file'])) file = withSize(file, item)
  return showItem(kind, store, request, { row: store.put({ ...row, file }), context: 'edit' })
}

/** The names of an attachment's files, with and without their folder. */
function namesOf(file: FileFacts): ReadonlySet<string> {
  const names = [
    ...(file.sideloaded ?? []),
    baseNameOf(file.path),
    baseNameOf(originalPath(file)),
    ...Object.values(file.sizes).map((size) => size.file),
  ]
  return new Set(names.flatMap((name) => [name, folderOf(file.path) + name]))
}

function withSize(file: FileFacts, item: Record<string, unknown>): FileFacts {
  const name = baseNameOf(toText(item['file']))
  if (replacing.has(toText(item['image_size']))) return withFile(file, name, item)
  const size: SizeFacts = {
    file: name,
    width: toInt(item['width']),
    height: toInt(item['height']),
    mime: toText(item['mime_type']),
    bytes: toInt(item['filesize']),
  }
  const sizes = toList(item['image_size']).map((one): [string, SizeFacts] => [toText(one), size])
  return { ...file, sizes: { ...file.sizes, ...Object.fromEntries(sizes) } }
}

/** Replaces the attachment's file. The new file is upright. */
function withFile(file: FileFacts, name: string, item: Record<string, unknown>): FileFacts {
  const original = toText(item['original_image'])
  return {
    ...file,
    path: folderOf(file.path) + name,
    width: toInt(item['width']),
    height: toInt(item['height']),
    bytes: toInt(item['filesize']),
    ...(original === '' ? {} : { original: baseNameOf(original) }),
    ...(file.meta === undefined ? {} : { meta: asTurned(file.meta) }),
  }
}

function onlyPictures(): RestError {
  const message = 'Invalid post ID. Only images and PDFs can be sideloaded.'
  return new RestError('rest_post_invalid_id', message, 400)
}

function unreadable(): RestError {
  const message = 'Could not read image dimensions. The file may be corrupted or an unsupported format.'
  return new RestError('rest_upload_invalid_image', message, 400)
}

function unknownFile(): RestError {
  const message =
    'Invalid sub-size file name. File names must have been produced by a prior sideload for this attachment.'
  return new RestError('rest_invalid_sub_size_file', message, 400)
}
