import { crc32 } from 'node:zlib'
import { cutOff, damaged, type FileShape } from './file-shape.ts'

const overhead = 12

/** Walks the chunks of a PNG to its end, and checks those that an image requires. */
export function readPng(bytes: Buffer): FileShape {
  let pixels = 0
  let hasData = false
  for (let at = 8; ;) {
    const end = at + overhead + bytes.readUInt32BE(at)
    const type = bytes.toString('latin1', at + 4, at + 8)
    if (end > bytes.length) throw cutOff()
    // Chunks with a capital first letter are critical.
    if (/^[A-Z]/.test(type) && crc32(bytes.subarray(at + 4, end - 4)) !== bytes.readUInt32BE(end - 4))
      throw damaged(`the checksum of its part ${type} is wrong`)
    // A frame of an animation has its size after its number; the image has it first.
    if (type === 'IHDR') pixels += bytes.readUInt32BE(at + 8) * bytes.readUInt32BE(at + 12)
    if (type === 'fcTL') pixels += bytes.readUInt32BE(at + 12) * bytes.readUInt32BE(at + 16)
    if (type === 'IDAT') hasData = true
    at = end
    if (type !== 'IEND') continue
    if (pixels === 0 || !hasData) throw damaged('it has no image')
    return { end, pixels }
  }
}
