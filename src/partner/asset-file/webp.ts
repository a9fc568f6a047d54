import { cutOff, damaged, type FileShape } from './file-shape.ts'

const frameHead = 16

/** Walks the chunks of a WebP to its end. */
export function readWebp(bytes: Buffer): FileShape {
  const end = 8 + bytes.readUInt32LE(4)
  if (end > bytes.length) throw cutOff()
  const pixels = readChunks(bytes.subarray(0, end), 12)
  if (pixels === 0) throw damaged('it has no image')
  return { end, pixels }
}

/** The pixels of all images, including the canvas of an animation. */
function readChunks(bytes: Buffer, start: number): number {
  let pixels = 0
  for (let at = start; at + 8 <= bytes.length;) {
    const type = bytes.toString('latin1', at, at + 4)
    const length = bytes.readUInt32LE(at + 4)
    const data = bytes.subarray(at + 8, at + 8 + length)
    if (data.length < length) throw cutOff()
    pixels += pixelsOf(type, data)
    at += 8 + length + (length % 2)
  }
  return pixels
}

function pixelsOf(type: string, data: Buffer): number {
  if (type === 'VP8X') return (data.readUIntLE(4, 3) + 1) * (data.readUIntLE(7, 3) + 1)
  if (type === 'VP8 ') return (data.readUInt16LE(6) & 0x3fff) * (data.readUInt16LE(8) & 0x3fff)
  if (type === 'ANMF') return readChunks(data, frameHead)
  if (type !== 'VP8L') return 0
  const size = data.readUInt32LE(1)
  return ((size & 0x3fff) + 1) * (((size >>> 14) & 0x3fff) + 1)
}
