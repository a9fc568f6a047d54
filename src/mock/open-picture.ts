import type { Sharp } from 'sharp'

/** Opens a picture or an SVG for reading and changing, as much of it as can be read; the library is loaded with the first one, since it is slow to load. */
export async function openPicture(bytes: Buffer): Promise<Sharp> {
  const { default: sharp } = await import('sharp')
  return sharp(bytes, { failOn: 'none' })
}

export async function blackPicture(width: number, height: number): Promise<Sharp> {
  const { default: sharp } = await import('sharp')
  return sharp({ create: { width, height, channels: 3, background: 'black' } })
}
