/** Width and height in pixels. */
type Box = { readonly width: number; readonly height: number }

type Format = {
  readonly mime: string
  readonly isFormat: (bytes: Buffer) => boolean
  /** Undefined, or a RangeError, if the header is truncated. Formats without this function are only recognized. */
  readonly measure?: (bytes: Buffer) => Box | undefined
}

/** Formats by their first bytes, as PHP's `exif_imagetype` recognizes them. The rest of the file may be missing. */
const formats: readonly Format[] = [
  { mime: 'image/gif', isFormat: startsWith('GIF'), measure: measureGif },
  { mime: 'image/jpeg', isFormat: startsWith('\xff\xd8\xff'), measure: measureJpeg },
  { mime: 'image/png', isFormat: startsWith('\x89PNG\r\n\x1a\n'), measure: measurePng },
  {
    mime: 'image/bmp',
    isFormat: (bytes) => bytes.length > 2 && startsWith('BM')(bytes),
    measure: measureBmp,
  },
  {
    mime: 'image/webp',
    isFormat: (bytes) => startsWith('RIFF')(bytes) && startsWith('WEBP', 8)(bytes),
    measure: measureWebp,
  },
  {
    mime: 'image/tiff',
    isFormat: (bytes) => startsWith('II*\0')(bytes) || startsWith('MM\0*')(bytes),
  },
]

/** The media type of an image by its first bytes; undefined for other formats. */
export function typeOfHeader(bytes: Buffer): string | undefined {
  return formatOf(bytes)?.mime
}

/**
 * The size in the header of an image, even if the rest cannot be decoded. `size` is undefined if the header is
 * truncated; the result is undefined for formats without a measure.
 */
export function measureHeader(bytes: Buffer): { readonly size: Box | undefined } | undefined {
  const measure = formatOf(bytes)?.measure
  if (measure === undefined) return undefined
  try {
    return { size: measure(bytes) }
  } catch (error) {
    if (error instanceof RangeError) return { size: undefined }
    throw error
  }
}

function formatOf(bytes: Buffer): Format | undefined {
  return formats.find(({ isFormat }) => isFormat(bytes))
}

function startsWith(text: string, at = 0): (bytes: Buffer) => boolean {
  return (bytes) => bytes.toString('latin1', at, at + text.length) === text
}

function measureGif(bytes: Buffer): Box {
  // PHP's `getimagesize` reads one byte more than the size, and fails without it.
  bytes.readUInt8(10)
  return { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) }
}

function measurePng(bytes: Buffer): Box {
  bytes.readUInt8(24)
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
}

/** The size is in the first frame header. Each segment before it has a length. */
function measureJpeg(bytes: Buffer): Box | undefined {
  let at = 2
  for (;;) {
    if (bytes.readUInt8(at) !== 0xff) return undefined
    while (bytes.readUInt8(at) === 0xff) at++
    const marker = bytes.readUInt8(at)
    if (marker === 0xda || marker === 0xd9) return undefined
    if (isFrame(marker)) return { width: bytes.readUInt16BE(at + 6), height: bytes.readUInt16BE(at + 4) }
    at += 1 + Math.max(2, bytes.readUInt16BE(at + 1))
  }
}

function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
}

const coreHeader = 12
const isInfoHeader = (length: number): boolean =>
  (length > coreHeader && length <= 64) || length === 108 || length === 124

function measureBmp(bytes: Buffer): Box | undefined {
  bytes.readUInt8(29)
  const length = bytes.readUInt32LE(14)
  if (length === coreHeader) return { width: bytes.readUInt16LE(18), height: bytes.readUInt16LE(20) }
  // A negative height means that the rows are stored from top to bottom.
  return isInfoHeader(length)
    ? { width: bytes.readInt32LE(18), height: Math.abs(bytes.readInt32LE(22)) }
    : undefined
}

function measureWebp(bytes: Buffer): Box | undefined {
  bytes.readUInt8(29)
  const kind = bytes.toString('latin1', 12, 16)
  if (kind === 'VP8 ')
    return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }
  if (kind === 'VP8X') return { width: 1 + bytes.readUIntLE(24, 3), height: 1 + bytes.readUIntLE(27, 3) }
  if (kind !== 'VP8L') return undefined
  const packed = bytes.readUInt32LE(21)
  return { width: 1 + (packed & 0x3fff), height: 1 + ((packed >>> 14) & 0x3fff) }
}
