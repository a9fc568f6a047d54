import sharp from 'sharp'

/** A small picture; another shade, other bytes. */
export function drawPng(shade = 128): Promise<Uint8Array> {
  const background = { r: shade, g: shade, b: shade }
  return sharp({ create: { width: 8, height: 8, channels: 3, background } })
    .png()
    .toBuffer()
}
