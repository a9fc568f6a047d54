import { extensionOf, withoutExtension } from './file-name.ts'

/** Endings that may be uploaded, and what they stand for. */
export const mimes: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  jpe: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
  heic: 'image/heic',
  heif: 'image/heif',
  pdf: 'application/pdf',
  txt: 'text/plain',
}
const endings: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/heic': 'heic',
  'image/heif': 'heif',
}

export type TypedFile = { readonly name: string; readonly mime: string }

/**
 * Judges an upload by its bytes: pictures get the ending that fits them, everything else must be what its
 * name says. Undefined for what may not be uploaded.
 */
export async function typeFile(name: string, bytes: Buffer): Promise<TypedFile | undefined> {
  const named = mimes[extensionOf(name)]
  if (named === undefined) return undefined
  // Slow to load, and not needed before the first upload.
  const { fileTypeFromBuffer } = await import('file-type')
  const found = await fileTypeFromBuffer(bytes)
  const real = found?.mime ?? (isText(bytes) ? 'text/plain' : undefined)
  if (real === named) return { name, mime: named }
  const ending = real === undefined ? undefined : endings[real]
  if (real === undefined || ending === undefined || !named.startsWith('image/')) return undefined
  return { name: `${withoutExtension(name)}.${ending}`, mime: real }
}

function isText(bytes: Buffer): boolean {
  return !bytes.subarray(0, 4096).includes(0)
}
