import type { Kind } from '../posts/kind.ts'
import { rowOf, showItem } from '../posts/read.ts'
import { RestError } from '../rest/error.ts'
import { isMap, toInt, toList, toText } from '../rest/php.ts'
import { type RestRequest, listParam, param } from '../rest/request.ts'
import { type Answer, ok } from '../rest/route.ts'
import { type Args, fault } from '../rest/schema/schema.ts'
import type { SizeFacts } from '../store/rows.ts'
import type { Store } from '../store/store.ts'
import { keepFile } from './keep-file.ts'
import { sizes } from './pictures.ts'
import { receiveFile } from './receive.ts'

const sizeNames = new Set([...sizes.map(({ name }) => name), 'original', 'full', 'scaled'])

export const sideloadArgs: Args = {
  image_size: {
    type: ['string', 'array'],
    required: true,
    early: true,
    check: (value) =>
      toList(value).every((name) => sizeNames.has(toText(name)))
        ? undefined
        : fault('rest_not_in_enum', 'image_size contains an invalid image size.'),
    clean: (value) => value,
  },
  generate_sub_sizes: { type: 'boolean', default: false },
  convert_format: { type: 'boolean', default: true },
}

export const finalizeArgs: Args = {
  sub_sizes: {
    type: 'array',
    default: [],
    items: {
      type: 'object',
      properties: {
        image_size: { type: ['string', 'array'], required: true },
        width: { type: 'integer', minimum: 1 },
        height: { type: 'integer', minimum: 1 },
        file: { type: 'string' },
        mime_type: { type: 'string', pattern: '^image/.*' },
        filesize: { type: 'integer', minimum: 1 },
        original_image: { type: 'string' },
      },
    },
  },
}

/** Takes one sub-size that the client made, to be named in a later `finalize`. */
export async function sideload(kind: Kind, store: Store, request: RestRequest): Promise<Answer> {
  const row = rowOf(kind, store, request)
  if (row instanceof RestError) return row
  const { file } = row
  if (file === undefined)
    return new RestError('rest_unknown_attachment', 'Unable to get meta information for file.', 404)
  const month = file.path.split('/').slice(0, 2).join('/')
  const convert = param(request, 'convert_format') !== false
  const kept = await keepFile(store, await receiveFile(request), { subSizes: false, convert, month })
  const name = kept.path.slice(kept.path.lastIndexOf('/') + 1)
  store.put({ ...row, file: { ...file, sideloaded: [...(file.sideloaded ?? []), name] } })
  return ok({
    image_size: param(request, 'image_size'),
    width: kept.width ?? 0,
    height: kept.height ?? 0,
    file: name,
    mime_type: kept.mime,
    filesize: kept.bytes,
  })
}

/** Takes side-loaded files over as sub-sizes. */
export function finalize(kind: Kind, store: Store, request: RestRequest): Answer {
  const row = rowOf(kind, store, request)
  if (row instanceof RestError) return row
  const { file } = row
  if (file === undefined) return showItem(kind, store, request, { row, context: 'edit' })
  const added: Record<string, SizeFacts> = {}
  for (const item of listParam(request, 'sub_sizes')) {
    if (!isMap(item)) continue
    const name = toText(item['file'])
    if (name !== '' && file.sideloaded?.includes(name) !== true) return unknownFile()
    for (const size of toList(item['image_size'])) added[toText(size)] = toSize(item, name)
  }
  const saved = store.put({ ...row, file: { ...file, sizes: { ...file.sizes, ...added } } })
  return showItem(kind, store, request, { row: saved, context: 'edit' })
}

function toSize(item: Record<string, unknown>, file: string): SizeFacts {
  return {
    file,
    width: toInt(item['width']),
    height: toInt(item['height']),
    mime: toText(item['mime_type']),
    bytes: toInt(item['filesize']),
  }
}

function unknownFile(): RestError {
  const message =
    'Invalid sub-size file name. File names must have been produced by a prior sideload for this attachment.'
  return new RestError('rest_invalid_sub_size_file', message, 400)
}
