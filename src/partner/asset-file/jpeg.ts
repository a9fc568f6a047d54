import { cutOff, damaged, type FileShape } from './file-shape.ts'
import { assertAllBlocks, isRestart, scanEnd } from './jpeg-scan.ts'
import { compact } from '../../lib/compact.ts'

/** Walks the segments of a JPEG to its end. Cameras append further images, which belong to the file. */
export function readJpeg(bytes: Buffer): FileShape {
  let pixels = 0
  let end = 0
  let remark: string | undefined
  do {
    const picture = readPicture(bytes, end)
    pixels += picture.pixels
    end = picture.end
    remark = picture.remark
  } while (bytes[end] === 0xff && bytes[end + 1] === 0xd8 && bytes[end + 2] === 0xff)
  return compact({ end, pixels, remark })
}

function readPicture(bytes: Buffer, start: number): FileShape {
  let pixels = 0
  let hasScan = false
  for (let at = start + 2; ;) {
    if (at + 1 >= bytes.length) throw cutOff()
    if (bytes[at] !== 0xff) throw damaged('a part of it does not start with a marker')
    const marker = bytes.readUInt8(at + 1)
    if (marker === 0xd9) {
      // A height of 0 is set later in the file, which no program reads.
      if (!hasScan || pixels === 0) throw damaged('it has no image')
      return { end: at + 2, pixels }
    }
    // Fill bytes, and markers without a length.
    if (marker === 0xff) at += 1
    else if (marker === 0x01 || isRestart(marker)) at += 2
    else {
      const next = at + 2 + bytes.readUInt16BE(at + 2)
      if (isFrame(marker)) pixels += bytes.readUInt16BE(at + 5) * bytes.readUInt16BE(at + 7)
      const end = marker === 0xda ? scanEnd(bytes, next) : next
      if (end === undefined) return withoutMark(bytes, start, pixels)
      if (marker === 0xda) hasScan = true
      at = end
    }
  }
}

/** Viewers show an image that lacks only its end mark. */
function withoutMark(bytes: Buffer, start: number, pixels: number): FileShape {
  assertAllBlocks(bytes, start)
  return { end: bytes.length, pixels, remark: 'lacks its end mark' }
}

/** Markers of a frame, which contains the size; the others in this range define tables. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
}
