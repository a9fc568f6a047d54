import type { Sharp } from 'sharp'
import { typeOfHeader } from './picture-header.ts'

/**
 * Opens an image or SVG. A truncated image is decoded as far as possible, except a PNG, which must be complete, as in
 * WordPress. The image library is loaded on first use, because it is slow to load.
 */
export async function openPicture(bytes: Buffer): Promise<Sharp> {
  const { default: sharp } = await import('sharp')
  return sharp(bytes, { failOn: typeOfHeader(bytes) === 'image/png' ? 'truncated' : 'none' })
}

export async function blackPicture(width: number, height: number): Promise<Sharp> {
  const { default: sharp } = await import('sharp')
  return sharp({ create: { width, height, channels: 3, background: 'black' } })
}
