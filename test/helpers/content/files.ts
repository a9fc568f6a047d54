import sharp from 'sharp'

/** A square image. Another shade results in other bytes. */
export function drawPng(shade = 128, size = 8): Promise<Uint8Array> {
  const background = { r: shade, g: shade, b: shade }
  return sharp({ create: { width: size, height: size, channels: 3, background } })
    .png()
    .toBuffer()
}
