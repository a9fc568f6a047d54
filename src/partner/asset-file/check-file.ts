import { FileFaultError, type FileShape } from './file-shape.ts'
import { readGif } from './gif.ts'
import { readJpeg } from './jpeg.ts'
import { readPdf } from './pdf.ts'
import { readPng } from './png.ts'
import { readWebp } from './webp.ts'

const readers: Readonly<Record<string, (bytes: Buffer) => FileShape>> = {
  'image/jpeg': readJpeg,
  'image/png': readPng,
  'image/gif': readGif,
  'image/webp': readWebp,
  'application/pdf': readPdf,
}

/** Bytes after the end that some programs leave; another file is longer. */
const mostTrailing = 32
const blanks = new Set([0, 9, 10, 12, 13, 26, 32])

/**
 * What is wrong with a file of a known type, after “it”: it is cut off, damaged, has another file behind its end, or
 * more than `maxPixels` in all of its pictures. Nothing is decoded: it costs one pass over the bytes.
 */
export function fileFault(content: Uint8Array, mime: string, maxPixels: number): string | undefined {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength)
  try {
    const shape = readers[mime]?.(bytes)
    if (shape === undefined) return undefined
    const { end, pixels } = shape
    if (end > bytes.length) return 'is cut off'
    if (pixels > maxPixels) {
      return `has ${inMillions(pixels)} million pixels; the limit is ${inMillions(maxPixels)} (ASSET_MAX_MEGAPIXELS)`
    }
    const trailing = trailingBytes(bytes, end)
    return trailing > mostTrailing ? `has ${trailing} bytes after its end` : undefined
  } catch (error) {
    if (error instanceof FileFaultError) return error.message
    // A length in the file points behind its last byte.
    if (error instanceof RangeError) return 'is cut off'
    throw error
  }
}

/** Bytes behind the end of a file, without the blanks that pad it. */
function trailingBytes(bytes: Buffer, end: number): number {
  let [first, last] = [end, bytes.length]
  while (first < last && blanks.has(Number(bytes[first]))) first++
  while (last > first && blanks.has(Number(bytes[last - 1]))) last--
  return last - first
}

function inMillions(pixels: number): string {
  return String(Math.ceil(pixels / 1e6))
}
