import type { Sharp } from 'sharp'

/** Opens a picture or an SVG for reading and changing; the library is loaded with the first one, since it is slow to load. */
export async function openPicture(bytes: Buffer): Promise<Sharp> {
  const { default: sharp } = await import('sharp')
  return sharp(bytes)
}
