import { typeOfHeader } from '../../picture-header.ts'
import { entryOf } from '../rest/php.ts'
import { mimes, pictureEndings } from './file-endings.ts'
import { extensionOf, withoutExtension } from './file-name.ts'

export type TypedFile = { readonly name: string; readonly mime: string }

/**
 * Judges an upload by its name as sent and by its bytes: pictures get the ending that fits them, everything else must
 * be what its name says. Undefined for what may not be uploaded.
 */
export async function typeFile(name: string, bytes: Buffer): Promise<TypedFile | undefined> {
  const named = entryOf(mimes, extensionOf(name))
  if (named === undefined) return undefined
  // Where it knows no picture, the engine trusts the name of what begins like a JPEG.
  if (named === 'image/jpeg' && bytes.toString('hex', 0, 2) === 'ffd8') return { name, mime: named }
  const real = typeOfHeader(bytes) ?? (await otherType(bytes))
  // Icons have another type by their bytes than by their name, for which the engine refuses them.
  if (real === named && real !== 'image/x-icon') return { name, mime: named }
  const ending = real === undefined ? undefined : pictureEndings[real]
  if (real === undefined || ending === undefined || !named.startsWith('image/')) return undefined
  return { name: `${withoutExtension(name)}.${ending}`, mime: real }
}

async function otherType(bytes: Buffer): Promise<string | undefined> {
  // Slow to load, and not needed before the first upload.
  const { fileTypeFromBuffer } = await import('file-type')
  const found = await fileTypeFromBuffer(bytes)
  return found?.mime ?? (isText(bytes) ? 'text/plain' : undefined)
}

function isText(bytes: Buffer): boolean {
  return !bytes.subarray(0, 4096).includes(0)
}
