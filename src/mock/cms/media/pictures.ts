import { openPicture } from '../../open-picture.ts'

export type Box = { readonly width: number; readonly height: number }

type Size = { readonly name: string; readonly width: number; readonly height: number; readonly crop: boolean }

/** The sub-sizes that the site makes; 0 is "any". */
export const sizes: readonly Size[] = [
  { name: 'thumbnail', width: 150, height: 150, crop: true },
  { name: 'medium', width: 300, height: 300, crop: false },
  { name: 'medium_large', width: 768, height: 0, crop: false },
  { name: 'large', width: 1024, height: 1024, crop: false },
  { name: '1536x1536', width: 1536, height: 1536, crop: false },
  { name: '2048x2048', width: 2048, height: 2048, crop: false },
]

/** The order in which the engine makes them, and tells and offers those that it made. */
export const makingOrder = ['medium', 'large', 'thumbnail', 'medium_large', '1536x1536', '2048x2048']

export const largestSide = 2560

export type SubSize = Box & { readonly name: string; readonly crop: boolean }

/** The sub-sizes that a picture of this size has; never larger than the picture itself. */
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

/** Width, height and orientation of a picture; undefined when it cannot be read. */
export async function measurePicture(bytes: Buffer): Promise<(Box & { orientation: number }) | undefined> {
  try {
    const { width, height, orientation } = await (await openPicture(bytes)).metadata()
    return { width, height, orientation: orientation ?? 1 }
  } catch {
    return undefined
  }
}

/** The size of a picture once it is turned as its orientation (1 to 8) says. */
export function uprightBox({ width, height, orientation }: Box & { readonly orientation: number }): Box {
  return orientation > 4 ? { width: height, height: width } : { width, height }
}

/** A picture upright and filling a box, in its own format or as the JPEG that `mime` asks for. */
export async function renderPicture(bytes: Buffer, box: Box, mime: string): Promise<Buffer> {
  const picture = (await openPicture(bytes)).autoOrient().resize(box.width, box.height, { fit: 'cover' })
  return (mime === 'image/jpeg' ? picture.jpeg() : picture).toBuffer()
}

export type Modifier =
  | { readonly type: 'flip'; readonly horizontal: boolean; readonly vertical: boolean }
  | { readonly type: 'rotate'; readonly angle: number }
  /** Percentages of the picture. */
  | {
      readonly type: 'crop'
      readonly left: number
      readonly top: number
      readonly width: number
      readonly height: number
    }

/** Applies changes one after the other. */
export async function editPicture(bytes: Buffer, modifiers: readonly Modifier[]): Promise<Buffer> {
  let edited = bytes
  for (const modifier of modifiers) edited = await applyModifier(edited, modifier)
  return edited
}

async function applyModifier(bytes: Buffer, modifier: Modifier): Promise<Buffer> {
  if (modifier.type === 'crop') return cropPicture(bytes, modifier)
  if (modifier.type === 'rotate' && modifier.angle === 0) return bytes
  const picture = await openPicture(bytes)
  return modifier.type === 'flip'
    ? picture.flip(modifier.vertical).flop(modifier.horizontal).toBuffer()
    : picture.rotate(modifier.angle).toBuffer()
}

type Crop = Extract<Modifier, { type: 'crop' }>

const share = (whole: number, percent: number): number => Math.round((whole * percent) / 100)

async function cropPicture(bytes: Buffer, crop: Crop): Promise<Buffer> {
  const { width, height } = await (await openPicture(bytes)).metadata()
  const left = Math.min(share(width, crop.left), width - 1)
  const top = Math.min(share(height, crop.top), height - 1)
  const region = {
    left,
    top,
    width: Math.min(Math.max(share(width, crop.width), 1), width - left),
    height: Math.min(Math.max(share(height, crop.height), 1), height - top),
  }
  return (await openPicture(bytes)).extract(region).toBuffer()
}
