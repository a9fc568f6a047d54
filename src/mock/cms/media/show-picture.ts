import type { FileFacts, ImageMeta } from '../store/rows.ts'
import type { Store } from '../store/store.ts'
import { baseNameOf, uniqueFileName, withoutExtension } from './file-name.ts'
import { type Box, fitInto, largestSide, renderPicture, uprightBox } from './pictures.ts'

/** A stored upload. */
type Stored = {
  readonly path: string
  readonly mime: string
  readonly bytes: Buffer
  readonly meta: ImageMeta
}

export type Treatment = {
  /**
   * Whether sub-sizes are made here. If false, the client uploads them, and an image is rotated only if it is scaled
   * down.
   */
  readonly subSizes: boolean
  /** Whether images that browsers cannot show become JPEG. */
  readonly convert: boolean
}

const unshowable = new Set(['image/heic', 'image/heif'])

/**
 * The attachment's file for an uploaded image: the upload, or a copy in the same folder. The copy is scaled down
 * (`-scaled`), rotated by its EXIF orientation (`-rotated`) or converted to JPEG. An image that cannot be decoded is
 * unchanged.
 */
export async function showPicture(
  store: Store,
  upload: Stored,
  size: Box & { readonly orientation: number },
  { subSizes, convert }: Treatment,
): Promise<Omit<FileFacts, 'sizes'>> {
  const { path, bytes, meta } = upload
  const { width, height, orientation } = size
  const large = Math.max(width, height) > largestSide
  const turned = orientation !== 1 && (subSizes || large)
  const mime = convert && unshowable.has(upload.mime) ? 'image/jpeg' : upload.mime
  const asItIs = { path, mime: upload.mime, bytes: bytes.length, width, height, meta }
  if (!large && !turned && mime === upload.mime) return asItIs

  const upright = uprightBox(size)
  const box = large ? fitInto(upright, { width: largestSide, height: largestSide }) : upright
  const copy = await renderPicture(bytes, box, mime)
  if (copy === undefined) return asItIs
  const stem = withoutExtension(path)
  const ending = mime === upload.mime ? path.slice(stem.length) : '.jpg'
  const mark = large ? '-scaled' : turned ? '-rotated' : ''
  const copyPath = mark === '' ? uniqueFileName(stem + ending, store.files.has) : stem + mark + ending
  store.files.put(copyPath, copy)
  return {
    path: copyPath,
    mime,
    bytes: copy.length,
    ...box,
    original: baseNameOf(path),
    meta: turned ? asTurned(meta) : meta,
  }
}

/** The metadata of an image that was rotated upright. */
export function asTurned(meta: ImageMeta): ImageMeta {
  return meta.orientation === '0' ? meta : { ...meta, orientation: 1 }
}
