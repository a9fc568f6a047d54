import { cutOff, damaged, type FileShape } from './file-shape.ts'

/** Walks the segments of a JPEG to its end. Cameras put further pictures right behind the first: they belong to it. */
export function readJpeg(bytes: Buffer): FileShape {
  let pixels = 0
  let end = 0
  do {
    const picture = readPicture(bytes, end)
    pixels += picture.pixels
    end = picture.end
  } while (bytes[end] === 0xff && bytes[end + 1] === 0xd8 && bytes[end + 2] === 0xff)
  return { end, pixels }
}

function readPicture(bytes: Buffer, start: number): FileShape {
  let pixels = 0
  let hasScan = false
  for (let at = start + 2; ;) {
    if (at + 1 >= bytes.length) throw cutOff()
    if (bytes[at] !== 0xff) throw damaged('a part of it does not begin with a marker')
    const marker = bytes.readUInt8(at + 1)
    if (marker === 0xd9) {
      // A height of 0 would follow later in the file; no program reads that.
      if (!hasScan || pixels === 0) throw damaged('it has no picture')
      return { end: at + 2, pixels }
    }
    // Fill bytes, and markers without a length.
    if (marker === 0xff) at += 1
    else if (marker === 0x01 || isRestart(marker)) at += 2
    else {
      const next = at + 2 + bytes.readUInt16BE(at + 2)
      if (isFrame(marker)) pixels += bytes.readUInt16BE(at + 5) * bytes.readUInt16BE(at + 7)
      if (marker === 0xda) hasScan = true
      at = marker === 0xda ? scanEnd(bytes, next) : next
    }
  }
}

/** Where the compressed data of a scan end: at the first marker that is not part of them. */
function scanEnd(bytes: Buffer, start: number): number {
  for (let at = start; at + 1 < bytes.length; at++) {
    if (bytes[at] !== 0xff) continue
    const marker = bytes.readUInt8(at + 1)
    if (marker !== 0 && !isRestart(marker)) return at
  }
  throw cutOff()
}

function isRestart(marker: number): boolean {
  return marker >= 0xd0 && marker <= 0xd7
}

/** Markers of a frame, which says the size; the others between them define tables. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
}
