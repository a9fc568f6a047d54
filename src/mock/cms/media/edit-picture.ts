import { blackPicture, openPicture } from '../../open-picture.ts'
import type { Box } from './pictures.ts'

export type Modifier =
  | { readonly type: 'flip'; readonly horizontal: boolean; readonly vertical: boolean }
  /** Degrees, clockwise. */
  | { readonly type: 'rotate'; readonly angle: number }
  /** Percentages of the image; may exceed it. */
  | Crop

export type Crop = {
  readonly type: 'crop'
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** Why an image was not changed: it cannot be read, the crop is empty, or WordPress would crash. */
export type EditFailure = 'unreadable' | 'empty-crop' | 'crash'

/** WordPress runs out of memory at a size that depends on its server. */
const mostPixels = 64_000_000
const largestAngle = 21_474_836
const black = { r: 0, g: 0, b: 0, alpha: 1 }

/** Applies changes one after the other. */
export async function editPicture(
  bytes: Buffer,
  modifiers: readonly Modifier[],
): Promise<Buffer | EditFailure> {
  let edited = bytes
  try {
    for (const modifier of modifiers) {
      const next = await applyModifier(edited, modifier)
      if (typeof next === 'string') return next
      edited = next
    }
    return edited
  } catch {
    // The image library's message does not help clients.
    return 'unreadable'
  }
}

async function applyModifier(bytes: Buffer, modifier: Modifier): Promise<Buffer | EditFailure> {
  if (modifier.type === 'crop') return cropPicture(bytes, modifier)
  const picture = await openPicture(bytes)
  if (modifier.type === 'flip') return picture.flip(modifier.vertical).flop(modifier.horizontal).toBuffer()
  if (Math.abs(modifier.angle) > largestAngle) return 'crash'
  return modifier.angle % 360 === 0 ? bytes : rotatePicture(bytes, modifier.angle)
}

/**
 * The corners become transparent, or white if the format has no transparency. The size is rounded up to whole pixels.
 */
async function rotatePicture(bytes: Buffer, angle: number): Promise<Buffer> {
  const picture = await openPicture(bytes)
  const { width, height, format } = await picture.metadata()
  const background = { r: 255, g: 255, b: 255, alpha: format === 'jpeg' ? 1 : 0 }
  const { data, info } = await picture
    .rotate(angle % 360, { background })
    .toBuffer({ resolveWithObject: true })
  const box = rotatedBox({ width, height }, angle)
  const [right, bottom] = [box.width - info.width, box.height - info.height]
  if (right <= 0 && bottom <= 0) return data
  const missing = { right: Math.max(right, 0), bottom: Math.max(bottom, 0), background }
  return (await openPicture(data)).extend(missing).toBuffer()
}

function rotatedBox({ width, height }: Box, angle: number): Box {
  const radians = (angle * Math.PI) / 180
  const [sine, cosine] = [Math.abs(Math.sin(radians)), Math.abs(Math.cos(radians))]
  const side = (length: number): number => Math.ceil(Number(length.toFixed(6)))
  return {
    width: side(width * cosine + height * sine),
    height: side(width * sine + height * cosine),
  }
}

const share = (whole: number, percent: number): number => Math.round((whole * percent) / 100)

/** The area outside the image becomes black. */
async function cropPicture(bytes: Buffer, crop: Crop): Promise<Buffer | EditFailure> {
  const picture = await openPicture(bytes)
  const { width, height, format } = await picture.metadata()
  const across = span(width, share(width, crop.left), share(width, crop.width))
  const down = span(height, share(height, crop.top), share(height, crop.height))
  if (across.size <= 0 || down.size <= 0) return 'empty-crop'
  if (across.size * down.size > mostPixels) return 'crash'
  if (across.kept === 0 || down.kept === 0)
    return (await blackPicture(across.size, down.size)).toFormat(format).toBuffer()
  return picture
    .extract({ left: across.start, top: down.start, width: across.kept, height: down.kept })
    .extend({
      left: across.before,
      right: across.after,
      top: down.before,
      bottom: down.after,
      background: black,
    })
    .toFormat(format)
    .toBuffer()
}

/** One dimension of a crop: the part of the image, and the margins before and after it. */
function span(whole: number, start: number, size: number) {
  const from = Math.min(Math.max(start, 0), whole)
  const to = Math.max(Math.min(start + size, whole), from)
  const before = Math.min(Math.max(-start, 0), size)
  return { size, start: from, kept: to - from, before, after: size - before - (to - from) }
}
