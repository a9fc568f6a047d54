import { RestError } from '../rest/error.ts'
import { toText } from '../rest/php.ts'
import type { FileFacts } from '../store/rows.ts'
import { type Box, sizes } from './pictures.ts'

/** Rounding may enlarge a sub-size by this number of pixels. */
const tolerance = 1

/** The error for a side-loaded file whose dimensions do not match its size name or names. */
export function misfitOf(box: Box, imageSize: unknown, file: FileFacts): RestError | undefined {
  const names: unknown[] = Array.isArray(imageSize) ? imageSize : [imageSize]
  for (const name of names) {
    const wrong = name === 'original' ? misfitOfOriginal(box, file) : misfitOfSize(box, toText(name))
    if (wrong !== undefined) return new RestError('rest_upload_dimension_mismatch', wrong, 400)
  }
  return undefined
}

/** The image may be rotated. */
function misfitOfOriginal(box: Box, { width, height }: FileFacts): string | undefined {
  if (width === undefined || height === undefined) return undefined
  const fits = box.width === width && box.height === height
  const fitsTurned = box.width === height && box.height === width
  return fits || fitsTurned
    ? undefined
    : `Uploaded image dimensions (${box.width}x${box.height}) do not match original image dimensions (${width}x${height}).`
}

function misfitOfSize(box: Box, name: string): string | undefined {
  const size = sizes.find((one) => one.name === name)
  if (size === undefined) return undefined
  for (const side of ['width', 'height'] as const)
    if (size[side] > 0 && box[side] > size[side] + tolerance)
      return `Uploaded image ${side} (${box[side]}) exceeds maximum for "${name}" size (${size[side]}).`
  return undefined
}
