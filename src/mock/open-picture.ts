import type { Sharp } from 'sharp'
import { typeOfHeader } from './picture-header.ts'

/**
 * Opens a picture or an SVG for reading and changing. Of one that breaks off, as much as can be read; a PNG must be
 * whole, as for the engine's library. Ours is loaded with the first picture, since it is slow to load.
 */
export async function openPicture(bytes: Buffer): Promise<Sharp> {
  const { default: sharp } = await import('sharp')
  return sharp(bytes, { failOn: typeOfHeader(bytes) === 'image/png' ? 'truncated' : 'none' })
}

export async function blackPicture(width: number, height: number): Promise<Sharp> {
  const { default: sharp } = await import('sharp')
  return sharp({ create: { width, height, channels: 3, background: 'black' } })
}
