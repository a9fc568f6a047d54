import { stripAccents } from '../text/slug.ts'

const special = /[?[\]/\\=<>:;,'"&$#*()|~`!{}%\u2019\u00ab\u00bb\u201d\u201c]/g

/** A file name as the engine stores it: no special characters, no accents, hyphens for spaces. */
export function cleanFileName(name: string): string {
  const plain = stripAccents(name).replaceAll('%20', '-').replaceAll('+', '-').replace(special, '')
  const clean = plain.replace(/[\r\n\t -]+/g, '-').replace(/^[.\-_]+|[.\-_]+$/g, '')
  const parts = clean.split('.')
  if (parts.length < 3) return clean
  const [first, ...rest] = parts
  const last = rest.pop()
  return [first, ...rest.map((part) => (/^[a-zA-Z]{2,5}\d?$/.test(part) ? `${part}_` : part)), last].join('.')
}

export function extensionOf(name: string): string {
  const dot = name.lastIndexOf('.')
  return dot < 1 ? '' : name.slice(dot + 1).toLowerCase()
}

export function withoutExtension(name: string): string {
  const dot = name.lastIndexOf('.')
  return dot < 1 ? name : name.slice(0, dot)
}

/** The name itself, or with -1, -2 … where it is taken. */
export function uniqueFileName(name: string, isTaken: (name: string) => boolean): string {
  const stem = withoutExtension(name)
  const ending = name.slice(stem.length).toLowerCase()
  for (let number = 0; ; number++) {
    const candidate = `${stem}${number === 0 ? '' : `-${number}`}${ending}`
    if (!isTaken(candidate)) return candidate
  }
}

/** The name in a Content-Disposition header; only the plain `filename` counts. */
export function nameFromDisposition(header: string): string | undefined {
  for (const part of header.split(';').slice(1)) {
    const equals = part.indexOf('=')
    if (equals < 0 || part.slice(0, equals).trim() !== 'filename') continue
    const name = part
      .slice(equals + 1)
      .trim()
      .replace(/^"(.*)"$/, '$1')
    if (name !== '') return name
  }
  return undefined
}
