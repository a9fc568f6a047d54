import { openPicture } from '../../open-picture.ts'
import { measureHeader } from '../../picture-header.ts'

export type Box = { readonly width: number; readonly height: number }

type Size = { readonly name: string; readonly width: number; readonly height: number; readonly crop: boolean }

/** The sub-sizes that the site makes; 0 means unlimited. */
export const sizes: readonly Size[] = [
  { name: 'thumbnail', width: 150, height: 150, crop: true },
  { name: 'medium', width: 300, height: 300, crop: false },
  { name: 'medium_large', width: 768, height: 0, crop: false },
  { name: 'large', width: 1024, height: 1024, crop: false },
  { name: '1536x1536', width: 1536, height: 1536, crop: false },
  { name: '2048x2048', width: 2048, height: 2048, crop: false },
]

/** The order in which WordPress makes sub-sizes, and in which responses and `srcset` list them. */
export const makingOrder = ['medium', 'large', 'thumbnail', 'medium_large', '1536x1536', '2048x2048']

export const largestSide = 2560

export type SubSize = Box & { readonly name: string; readonly crop: boolean }

/** The sub-sizes of an image with these dimensions. They are never larger than the image. */
export function subSizesOf(picture: Box): SubSize[] {
  return sizes.flatMap(({ name, crop, ...box }) => {
    const size = crop ? cropTo(picture, box) : fitInto(picture, box)
    return size.width === picture.width && size.height === picture.height ? [] : [{ name, crop, ...size }]
  })
}

function cropTo(picture: Box, box: Box): Box {
  return { width: Math.min(picture.width, box.width), height: Math.min(picture.height, box.height) }
}

/** The largest size of the same shape inside a box. */
export function fitInto(picture: Box, box: Box): Box {
  const across = box.width === 0 ? 1 : box.width / picture.width
  const down = box.height === 0 ? 1 : box.height / picture.height
  const ratio = Math.min(across, down, 1)
  return {
    width: Math.max(1, Math.round(picture.width * ratio)),
    height: Math.max(1, Math.round(picture.height * ratio)),
  }
}

type Measured = Box & { readonly orientation: number }

/** Width, height and orientation of an image, even if it is truncated. Undefined if its header cannot be read. */
export async function measurePicture(bytes: Buffer): Promise<Measured | undefined> {
  const header = measureHeader(bytes)
  if (header !== undefined && header.size === undefined) return undefined
  const known = header?.size
  const read = await readSize(bytes)
  return known === undefined ? read : { ...known, orientation: read?.orientation ?? 1 }
}

async function readSize(bytes: Buffer): Promise<Measured | undefined> {
  try {
    const { width, height, orientation } = await (await openPicture(bytes)).metadata()
    return { width, height, orientation: orientation ?? 1 }
  } catch {
    return undefined
  }
}

/** The size of an image after rotation by its EXIF orientation (1 to 8). */
export function uprightBox({ width, height, orientation }: Box & { readonly orientation: number }): Box {
  return orientation > 4 ? { width: height, height: width } : { width, height }
}

/**
 * An upright image that fills a box, in its own format or as JPEG if `mime` is JPEG. Undefined if it cannot be decoded.
 */
export async function renderPicture(bytes: Buffer, box: Box, mime: string): Promise<Buffer | undefined> {
  try {
    const picture = (await openPicture(bytes)).autoOrient().resize(box.width, box.height, { fit: 'cover' })
    return await (mime === 'image/jpeg' ? picture.jpeg() : picture).toBuffer()
  } catch {
    return undefined
  }
}
