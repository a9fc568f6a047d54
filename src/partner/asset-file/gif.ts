import { cutOff, damaged, type FileShape } from './file-shape.ts'

/** Walks the blocks of a GIF to its end. Programs draw each frame on a screen of the size in its header. */
export function readGif(bytes: Buffer): FileShape {
  const screen = bytes.readUInt16LE(6) * bytes.readUInt16LE(8)
  let pixels = 0
  for (let at = 13 + colourTable(bytes.readUInt8(10)); ;) {
    const kind = bytes.readUInt8(at)
    if (kind === 0x3b) {
      if (pixels === 0) throw damaged('it has no image')
      return { end: at + 1, pixels }
    }
    if (kind === 0x21) at = afterSubBlocks(bytes, at + 2)
    else if (kind === 0x2c) {
      pixels += Math.max(screen, bytes.readUInt16LE(at + 5) * bytes.readUInt16LE(at + 7))
      at = afterSubBlocks(bytes, at + 10 + colourTable(bytes.readUInt8(at + 9)) + 1)
    } else throw damaged('a part of it is of an unknown kind')
  }
}

/** The size of the table of colours that these flags announce. */
function colourTable(flags: number): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0
}

function afterSubBlocks(bytes: Buffer, start: number): number {
  for (let at = start; at < bytes.length;) {
    const length = bytes.readUInt8(at)
    at += length + 1
    if (length === 0) return at
  }
  throw cutOff()
}
