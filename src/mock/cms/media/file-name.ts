import { isUtf8 } from 'node:buffer'
import { lettersOfLatin1 } from '../text/latin1.ts'
import { stripAccents, toSlug } from '../text/slug.ts'
import { knownEndings, mimes } from './file-endings.ts'

const special = /[?[\]/\\=<>:;,'"&$#*()|~`!{}%+\u2019\u00ab\u00bb\u201d\u201c\0]/g

/** The URL of a file with a longer name exceeds WordPress's `guid` column. */
export const longestName = 200

/** A file name as `sanitize_file_name` stores it: no special characters, no accents, hyphens for spaces. */
export function cleanFileName(name: string): string {
  const plain = stripAccents(name).replaceAll('\u00a0', ' ').replace(special, '')
  const clean = plain.replace(/[\r\n\t -]+/g, '-').replace(/^[.\-_]+|[.\-_]+$/g, '')
  if (Object.hasOwn(mimes, clean.toLowerCase())) return `unnamed-file.${clean}`
  const parts = clean.split('.')
  if (parts.length < 3) return clean
  const [first, ...rest] = parts
  const last = rest.pop()
  return [first, ...rest.map((part) => (isStrangeEnding(part) ? `${part}_` : part)), last].join('.')
}

/** A part that a web server might take for the extension of a program. */
function isStrangeEnding(part: string): boolean {
  return /^[a-zA-Z]{2,5}\d?$/.test(part) && !knownEndings.has(part.toLowerCase())
}

export function extensionOf(name: string): string {
  const dot = name.lastIndexOf('.')
  return dot < 0 ? '' : name.slice(dot + 1).toLowerCase()
}

export function withoutExtension(name: string): string {
  const dot = name.lastIndexOf('.')
  return dot < 0 ? name : name.slice(0, dot)
}

export function baseNameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

/** `2026/11/` of `2026/11/x.jpg`. */
export function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1)
}

/** The name, or the name with -1, -2 … if it is taken. A name that resembles a sub-size always gets a number. */
export function uniqueFileName(name: string, isTaken: (name: string) => boolean): string {
  const stem = withoutExtension(name)
  const ending = name.slice(stem.length).toLowerCase()
  let number = /-(\d+x\d+|scaled|rotated)$/.test(stem) ? 1 : 0
  let candidate = `${stem}${number === 0 ? '' : '-1'}${ending}`
  for (; isTaken(candidate); number++) candidate = renumber(candidate, number, ending)
  return candidate
}

/** `wp_unique_filename` replaces the old number in the whole name, twice: `x-.jpg` becomes `x-1-1.jpg`. */
function renumber(name: string, number: number, ending: string): string {
  const old = `${number === 0 ? '' : number}${ending}`
  const next = `-${number + 1}${ending}`
  return old === '' ? name + next : name.replaceAll(`-${old}`, next).replaceAll(old, next)
}

/** The name in a Content-Disposition header, whose bytes arrive as Latin-1. Only the plain `filename` counts. */
export function nameFromDisposition(header: string): string | undefined {
  let name = ''
  for (const part of header.split(';').slice(1)) {
    const equals = part.indexOf('=')
    if (equals < 0 || part.slice(0, equals).trim() !== 'filename') continue
    name = part
      .slice(equals + 1)
      .trim()
      .replace(/^"(.*)"$/, '$1')
  }
  return name === '' ? undefined : nameFromBytes(Buffer.from(name, 'latin1'))
}

/** A name becomes a slug if it is neither UTF-8 nor consists of letters that WordPress knows in Latin-1. */
function nameFromBytes(bytes: Buffer): string {
  if (isUtf8(bytes)) return bytes.toString()
  const name = lettersOfLatin1(bytes)
  if (isUtf8(Buffer.from(name, 'latin1'))) return Buffer.from(name, 'latin1').toString()
  const stem = withoutExtension(name)
  return toSlug(stem.replace(/[\x80-\xff]/g, '')) + name.slice(stem.length)
}
