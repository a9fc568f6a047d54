import type { Field } from '../posts/kind.ts'
import { editing, everywhere, notEmbedded, textArg, textObject } from '../posts/fields.ts'
import type { Site } from '../rest/request.ts'
import type { FileFacts, Row } from '../store/rows.ts'
import { cleanTextLine } from '../text/clean.ts'
import { renderExcerpt } from '../text/render.ts'
import { renderDescription } from './description.ts'
import { folderOf } from './file-name.ts'
import { fileNameOf, missingSizes, originalPath } from './keep-file.ts'
import { shownDetails } from './media-details-schema.ts'

/** Public URL of a stored file. */
export function fileUrl(site: Site, path: string): string {
  return `${site.home}/uploads/${path}`
}

const isPicture = (row: Row): boolean => row.file?.width !== undefined
const forPictures =
  (value: (file: FileFacts | undefined) => unknown): Field['read'] =>
  ({ row }) =>
    isPicture(row) ? value(row.file) : undefined

/** The fields of media in addition to those of every post type. */
export const mediaFields: readonly Field[] = [
  {
    name: 'alt_text',
    contexts: everywhere,
    write: { type: 'string', clean: (value) => cleanTextLine(typeof value === 'string' ? value : '') },
    read: ({ row }) => row.alt,
  },
  {
    name: 'caption',
    contexts: everywhere,
    write: textArg(),
    read: (view) => textObject(view, view.row.excerpt, caption(view.row)),
  },
  {
    name: 'description',
    contexts: notEmbedded,
    write: textArg(),
    read: (view) =>
      textObject(
        view,
        view.row.content,
        renderDescription(view.row, (path) => fileUrl(view.site, path)),
      ),
  },
  {
    name: 'media_type',
    contexts: everywhere,
    shows: { type: 'string', enum: ['image', 'file'] },
    read: ({ row }) => (row.file?.mime.startsWith('image/') === true ? 'image' : 'file'),
  },
  {
    name: 'mime_type',
    contexts: everywhere,
    shows: { type: 'string' },
    read: ({ row }) => row.file?.mime ?? '',
  },
  {
    name: 'media_details',
    contexts: everywhere,
    shows: shownDetails,
    read: ({ row, site }) => (row.file === undefined ? {} : details(row.file, site)),
  },
  {
    name: 'post',
    contexts: notEmbedded,
    write: { type: 'integer' },
    shows: { type: ['integer', 'null'] },
    read: ({ row }) => (row.parent === 0 ? null : row.parent),
  },
  {
    name: 'source_url',
    contexts: everywhere,
    shows: { type: 'string', format: 'uri' },
    read: ({ row, site }) => fileUrl(site, row.file?.path ?? ''),
  },
  {
    name: 'missing_image_sizes',
    contexts: editing,
    shows: { type: 'array', items: { type: 'string' } },
    read: ({ row }) => (row.file === undefined ? [] : missingSizes(row.file)),
  },
  { name: 'filename', contexts: notEmbedded, shows: { type: 'string' }, read: ({ row }) => fileNameOf(row) },
  {
    name: 'filesize',
    contexts: notEmbedded,
    shows: { type: 'integer' },
    read: ({ store, row: { file } }) =>
      file === undefined ? 0 : (store.files.get(originalPath(file))?.length ?? file.bytes),
  },
  {
    name: 'exif_orientation',
    contexts: editing,
    shows: { type: 'integer', minimum: 1, maximum: 8 },
    read: forPictures(orientationOf),
  },
  {
    name: 'image_output_format',
    contexts: editing,
    shows: { type: ['string', 'null'] },
    read: forPictures(() => null),
  },
  {
    name: 'image_save_progressive',
    contexts: editing,
    shows: { type: 'boolean' },
    read: forPictures(() => false),
  },
  {
    name: 'image_quality',
    contexts: editing,
    shows: { type: 'object', properties: { default: { type: 'integer' }, sizes: { type: 'array' } } },
    read: forPictures(() => ({ default: 82, sizes: [] })),
  },
]

/** 1 to 8. An image that was rotated upright has 1. */
function orientationOf(file: FileFacts | undefined): number {
  return Number(file?.meta?.orientation) || 1
}

/** Without a caption, a document shows its title and an image shows nothing. */
function caption(row: Row): string {
  if (row.excerpt !== '') return renderExcerpt(row.excerpt, '')
  return renderExcerpt('', isPicture(row) ? row.content : `${row.title} ${row.content}`.trim())
}

function details(file: FileFacts, site: Site): Record<string, unknown> {
  if (file.width === undefined) return { filesize: file.bytes, sizes: {} }
  const { path, width, height, mime, bytes, original, meta, madeFrom } = file
  const folder = folderOf(path)
  const made = Object.entries(file.sizes).map(([name, size]) => [
    name,
    {
      file: size.file,
      width: size.width,
      height: size.height,
      filesize: size.bytes,
      mime_type: size.mime,
      source_url: fileUrl(site, folder + size.file),
    },
  ])
  const full = {
    file: path.slice(folder.length),
    width,
    height,
    mime_type: mime,
    source_url: fileUrl(site, path),
  }
  return {
    width,
    height,
    file: path,
    filesize: bytes,
    sizes: made.length === 0 ? {} : { ...Object.fromEntries(made), full },
    image_meta: meta,
    ...(original === undefined ? {} : { original_image: original }),
    ...(madeFrom === undefined
      ? {}
      : { parent_image: { attachment_id: String(madeFrom.id), file: madeFrom.path } }),
  }
}
