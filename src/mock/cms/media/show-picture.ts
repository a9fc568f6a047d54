import type { FileFacts } from '../store/rows.ts'
import type { Store } from '../store/store.ts'
import { uniqueFileName, withoutExtension } from './file-name.ts'
import { type Box, fitInto, largestSide, renderPicture, uprightBox } from './pictures.ts'

/** An upload that is stored already. */
type Stored = { readonly path: string; readonly mime: string; readonly bytes: Buffer }

export type Treatment = {
  /** False: a sideways picture stays as it is, since sub-sizes will come from elsewhere. */
  readonly subSizes: boolean
  /** Whether what browsers cannot show becomes a JPEG. */
  readonly convert: boolean
}

const unshowable = new Set(['image/heic', 'image/heif'])

/**
 * The file that stands for an uploaded picture: the upload itself, or a copy beside it that is scaled down (`-scaled`),
 * turned as the camera was held (`-rotated`) or a JPEG.
 */
export async function showPicture(
  store: Store,
  upload: Stored,
  size: Box & { readonly orientation: number },
  { subSizes, convert }: Treatment,
): Promise<Omit<FileFacts, 'sizes'>> {
  const { path, bytes } = upload
  const { width, height, orientation } = size
  const large = Math.max(width, height) > largestSide
  const turned = orientation !== 1 && (subSizes || large)
  const mime = convert && unshowable.has(upload.mime) ? 'image/jpeg' : upload.mime
  const exif = orientation === 1 ? {} : { exif: { orientation, turned } }
  if (!large && !turned && mime === upload.mime)
    return { path, mime, bytes: bytes.length, width, height, ...exif }

  const upright = uprightBox(size)
  const box = large ? fitInto(upright, { width: largestSide, height: largestSide }) : upright
  const copy = await renderPicture(bytes, box, mime)
  const stem = withoutExtension(path)
  const ending = mime === upload.mime ? path.slice(stem.length) : '.jpg'
  const name = `${stem}${large ? '-scaled' : turned ? '-rotated' : ''}${ending}`
  const copyPath = uniqueFileName(name, store.files.has)
  store.files.put(copyPath, copy)
  const original = path.slice(path.lastIndexOf('/') + 1)
  return { path: copyPath, mime, bytes: copy.length, ...box, original, ...exif }
}
