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

/** The most padding bytes behind the end of a file; some programs leave a few. */
const mostTrailing = 32
const blanks = new Set([0, 9, 10, 12, 13, 26, 32])
/** The first bytes of other files, and the directory at the end of an archive. */
const otherFiles = [
  'PK\u0003\u0004',
  'PK\u0005\u0006',
  'Rar!',
  '7z\u00BC\u00AF',
  'MZ',
  '\u007FELF',
  '%PDF-',
  '\u0089PNG',
  'GIF8',
  '<?php',
  '#!',
]
/** Signatures of archives. Programs also recognise them after other bytes. */
const archives = ['PK\u0005\u0006', 'Rar!\u001A\u0007', '7z\u00BC\u00AF\u0027\u001C']

/**
 * Checks a file of a known type. `fault`, as a clause after “it”: the file is cut off, damaged, is followed
 * by another file, or has more than `maxPixels` in all of its images. `remark`: an oddity of a file that
 * every viewer opens. One pass over the bytes; no pixel is decoded.
 */
export function checkFile(
  content: Uint8Array,
  mime: string,
  maxPixels: number,
): { fault: string } | { remark?: string } {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength)
  try {
    const shape = readers[mime]?.(bytes)
    if (shape === undefined) return {}
    const { end, pixels, remark } = shape
    if (end > bytes.length) return { fault: 'is cut off' }
    if (pixels > maxPixels) {
      return {
        fault: `has ${inMillions(pixels)} million pixels; the limit is ${inMillions(maxPixels)} (ASSET_MAX_MEGAPIXELS)`,
      }
    }
    const trailing = behind(bytes, end)
    if (trailing.length <= mostTrailing) return remark === undefined ? {} : { remark }
    const said = `has ${trailing.length} bytes after its end`
    const isOther =
      otherFiles.some((start) => trailing.startsWith(start)) ||
      archives.some((mark) => trailing.includes(mark))
    return isOther ? { fault: said } : { remark: remark ?? said }
  } catch (error) {
    if (error instanceof FileFaultError) return { fault: error.message }
    // A length in the file points behind its last byte.
    if (error instanceof RangeError) return { fault: 'is cut off' }
    throw error
  }
}

/** The bytes behind the end of a file, without the blanks that pad it; each character is a byte. */
function behind(bytes: Buffer, end: number): string {
  let [first, last] = [end, bytes.length]
  while (first < last && blanks.has(Number(bytes[first]))) first++
  while (last > first && blanks.has(Number(bytes[last - 1]))) last--
  return bytes.toString('latin1', first, last)
}

function inMillions(pixels: number): string {
  return String(Math.ceil(pixels / 1e6))
}
