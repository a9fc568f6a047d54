import { Language } from '../contracts/gtin.ts'
import { toLanguageCode } from '../contracts/language-code.ts'
import { isObject } from '../lib/http/json.ts'

/**
 * Fields of an object that may contain the list, and fields of an entry that may contain its code. The first
 * that fits counts.
 */
const listFields = ['results', 'languages', 'data', 'items']
const codeFields = ['code', 'language', 'language_code', 'locale', 'slug', 'id']

/** The deepest nesting of such objects. */
const mostDepth = 3

/**
 * The entries of a language list, whose shape is not documented. It is a list of codes, of pairs `["de-de",
 * "Deutsch"]` or of objects, a map of code → name, or an object that contains one of these. Undefined:
 * another shape.
 */
export function entriesOf(body: unknown, depth = 0): unknown[] | undefined {
  if (Array.isArray(body)) return body
  if (!isObject(body) || depth > mostDepth) return undefined
  for (const field of listFields) {
    const value = body[field]
    if (typeof value === 'object' && value !== null) return entriesOf(value, depth + 1)
  }
  const names = Object.keys(body)
  return isMap(names, Object.values(body)) ? names : undefined
}

/** Whether an object is a map of code → name, unlike a message such as `{"msg":"…"}`. */
function isMap(names: readonly string[], values: readonly unknown[]): boolean {
  const isSure =
    names.length > 1 ? names.every((name) => /^..(?:[-_]|$)/.test(name)) : /[-_]/.test(names[0] ?? '')
  return (
    isSure && names.every(isCode) && values.every((value) => typeof value === 'string' || isObject(value))
  )
}

/** The code of an entry in the form of the mirror; undefined if the entry has none. */
export function codeOf(entry: unknown): string | undefined {
  if (typeof entry === 'string') return toLanguageCode(entry)
  if (Array.isArray(entry)) return typeof entry[0] === 'string' ? toLanguageCode(entry[0]) : undefined
  if (!isObject(entry)) return undefined
  const values = codeFields.flatMap((field) => {
    const value = entry[field]
    return typeof value === 'string' ? [value] : []
  })
  // An id may be a number as a string, and a language may be a name.
  const code = values.find(isCode) ?? values[0]
  return code === undefined ? undefined : toLanguageCode(code)
}

function isCode(text: string): boolean {
  return Language.safeParse(toLanguageCode(text)).success
}
