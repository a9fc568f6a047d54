import { typeOfHeader } from '../../picture-header.ts'
import { entryOf } from '../rest/php.ts'
import { mimes, pictureEndings } from './file-endings.ts'
import { extensionOf, withoutExtension } from './file-name.ts'

export type TypedFile = { readonly name: string; readonly mime: string }

/**
 * The name and type of an upload, as `wp_check_filetype_and_ext` determines them. An image gets the extension of its
 * content. The content of other files must match their name. Undefined if the file may not be uploaded.
 */
export async function typeFile(name: string, bytes: Buffer): Promise<TypedFile | undefined> {
  const named = entryOf(mimes, extensionOf(name))
  if (named === undefined) return undefined
  // WordPress trusts the name of a broken JPEG, as long as its first bytes are right.
  if (named === 'image/jpeg' && bytes.toString('hex', 0, 2) === 'ffd8') return { name, mime: named }
  const real = typeOfHeader(bytes) ?? (await otherType(bytes))
  // WordPress rejects icons: their type by content differs from their type by name.
  if (real === named && real !== 'image/x-icon') return { name, mime: named }
  const ending = real === undefined ? undefined : pictureEndings[real]
  if (real === undefined || ending === undefined || !named.startsWith('image/')) return undefined
  return { name: `${withoutExtension(name)}.${ending}`, mime: real }
}

async function otherType(bytes: Buffer): Promise<string | undefined> {
  // Loaded on the first upload, because it is slow to load.
  const { fileTypeFromBuffer } = await import('file-type')
  const found = await fileTypeFromBuffer(bytes)
  return found?.mime ?? (isText(bytes) ? 'text/plain' : undefined)
}

function isText(bytes: Buffer): boolean {
  return !bytes.subarray(0, 4096).includes(0)
}
