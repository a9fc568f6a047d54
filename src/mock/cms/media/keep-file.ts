import type { FileFacts, ImageMeta, Row, SizeFacts } from '../store/rows.ts'
import type { Store } from '../store/store.ts'
import { baseNameOf, folderOf, uniqueFileName, withoutExtension } from './file-name.ts'
import { noImageMeta } from './image-meta.ts'
import { makingOrder, measurePicture, renderPicture, subSizesOf, uprightBox } from './pictures.ts'
import { type Treatment, showPicture } from './show-picture.ts'

export type Upload = {
  readonly name: string
  readonly mime: string
  readonly bytes: Buffer
  readonly meta?: ImageMeta
}

/** A file without the fields of images. */
export type PlainFile = Pick<FileFacts, 'path' | 'mime' | 'bytes' | 'sizes'>

/** Stores bytes under a free name in a folder such as `2026/11/`. */
export function storeFile(store: Store, { name, mime, bytes }: Upload, folder: string): PlainFile {
  const path = folder + uniqueFileName(name, (candidate) => store.files.has(folder + candidate))
  store.files.put(path, bytes)
  return { path, mime, bytes: bytes.length, sizes: {} }
}

/** Stores an upload under a free name. Images are scaled, rotated or converted, and get sub-sizes. */
export async function keepFile(
  store: Store,
  upload: Upload,
  options: Treatment & { folder: string },
): Promise<FileFacts> {
  const { mime, bytes, meta = noImageMeta } = upload
  const plain = storeFile(store, upload, options.folder)
  // WordPress does not measure TIFF, because browsers cannot show it.
  const isShown = mime.startsWith('image/') && mime !== 'image/tiff'
  const size = isShown ? await measurePicture(bytes) : undefined
  if (size === undefined) return plain
  const { path } = plain
  const facts: FileFacts = {
    ...(await showPicture(store, { path, mime, bytes, meta }, size, options)),
    sizes: {},
  }
  return options.subSizes ? { ...facts, sizes: await makeSubSizes(store, facts) } : facts
}

/** `2026/11/` for a date such as `2026-11-23T…`. Defaults to today in the site's time zone. */
export function monthFolder(store: Store, date = store.today().local): string {
  return `${date.slice(0, 7).replace('-', '/')}/`
}

/** The sub-sizes that an image should have and lacks. */
export function missingSizes({ width, height, sizes }: FileFacts): string[] {
  if (width === undefined || height === undefined) return []
  return subSizesOf({ width, height })
    .map(({ name }) => name)
    .filter((name) => !Object.hasOwn(sizes, name))
}

/** Makes the missing sub-sizes from the original upload and returns all. Broken images get none. */
export async function makeSubSizes(store: Store, file: FileFacts): Promise<Record<string, SizeFacts>> {
  const path = originalPath(file)
  const bytes = store.files.get(path)
  const whole = bytes === undefined ? undefined : await measurePicture(bytes)
  if (bytes === undefined || whole === undefined) return { ...file.sizes }
  const missing = subSizesOf(uprightBox(whole))
    .filter(({ name }) => !Object.hasOwn(file.sizes, name))
    .sort((left, right) => makingOrder.indexOf(left.name) - makingOrder.indexOf(right.name))
  const stem = withoutExtension(path)
  const ending = file.path.slice(withoutExtension(file.path).length)
  const made = await Promise.all(
    missing.map(async ({ name, width, height }): Promise<[string, SizeFacts][]> => {
      const small = await renderPicture(bytes, { width, height }, file.mime)
      if (small === undefined) return []
      const sizePath = `${stem}-${width}x${height}${ending}`
      store.files.put(sizePath, small)
      return [[name, { file: baseNameOf(sizePath), width, height, mime: file.mime, bytes: small.length }]]
    }),
  )
  return { ...file.sizes, ...Object.fromEntries(made.flat()) }
}

/** Path of the original upload, before it was scaled down. */
export function originalPath({ path, original }: FileFacts): string {
  return original === undefined ? path : folderOf(path) + original
}

export function fileNameOf(row: Row): string {
  return row.file === undefined ? '' : baseNameOf(originalPath(row.file))
}
