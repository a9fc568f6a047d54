/** Width and height in pixels as stored; `turned`: viewers rotate or mirror the image by its EXIF orientation. */
type Header = { width: number; height: number; turned: boolean }

const readers: Readonly<Record<string, (bytes: Buffer) => Header | undefined>> = {
  'image/jpeg': readJpegHeader,
  'image/png': readPngHeader,
  'image/webp': readWebpHeader,
}

/** The header of a photo; undefined for other types, and if the header cannot be read. */
export function readPhotoHeader(content: Uint8Array, mime: string): Header | undefined {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength)
  try {
    return readers[mime]?.(bytes)
  } catch (error) {
    // A length in the file points behind its last byte.
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** The metadata may follow each other in any order, but precede the frame. */
function readJpegHeader(bytes: Buffer): Header | undefined {
  let turned = false
  for (let at = 2; ;) {
    if (bytes.readUInt8(at) !== 0xff) return undefined
    while (bytes.readUInt8(at) === 0xff) at++
    const marker = bytes.readUInt8(at)
    const length = bytes.readUInt16BE(at + 1)
    const segment = bytes.subarray(at + 3, at + 1 + length)
    if (isFrame(marker)) return { height: segment.readUInt16BE(1), width: segment.readUInt16BE(3), turned }
    if (marker === 0xda || marker === 0xd9) return undefined
    if (marker === 0xe1 && segment.toString('latin1', 0, 6) === 'Exif\0\0')
      turned ||= isTurned(segment.subarray(6))
    at += 1 + length
  }
}

/** Start of frame, apart from tables and extensions with neighbouring numbers. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
}

const orientationTag = 0x01_12

/** Whether EXIF, which has the form of a TIFF file, contains an orientation other than upright. */
function isTurned(tiff: Buffer): boolean {
  const isLittle = tiff.toString('latin1', 0, 2) === 'II'
  const short = (at: number): number => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
  const first = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
  for (let entry = 0; entry < short(first); entry++) {
    const at = first + 2 + 12 * entry
    if (short(at) === orientationTag) return short(at + 8) !== 1
  }
  return false
}

function readPngHeader(bytes: Buffer): Header {
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20), turned: false }
}

/** The three kinds of WebP store their size in different places; only the extended one may contain EXIF. */
function readWebpHeader(bytes: Buffer): Header | undefined {
  const kind = bytes.toString('latin1', 12, 16)
  if (kind === 'VP8 ')
    return {
      width: bytes.readUInt16LE(26) & 0x3f_ff,
      height: bytes.readUInt16LE(28) & 0x3f_ff,
      turned: false,
    }
  if (kind === 'VP8L') {
    const packed = bytes.readUInt32LE(21)
    return { width: (packed & 0x3f_ff) + 1, height: ((packed >>> 14) & 0x3f_ff) + 1, turned: false }
  }
  if (kind !== 'VP8X') return undefined
  const mayBeTurned = (bytes.readUInt8(20) & 0x08) !== 0
  return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1, turned: mayBeTurned }
}
