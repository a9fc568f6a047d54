/** A JSON error with PHP's code and message. */
export type JsonFault = { readonly code: number; readonly message: string }

const syntaxError: JsonFault = { code: 4, message: 'Syntax error' }
const controlCharacter: JsonFault = {
  code: 3,
  message: 'Control character error, possibly incorrectly encoded',
}

/** A token after white space: a punctuation mark, a literal, a number, or the start of a string. */
const token = /[ \t\n\r]*([[\]{}:,"]|true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?)/iy
/** The characters of a string up to its end or its first error. */
const inside = /(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\da-f]{4}))*/iy
const blanks = /[ \t\n\r]*/y

type Place = 'value' | 'first value' | 'key' | 'first key' | 'colon' | 'after value'

/**
 * The first error in invalid JSON. Like PHP, checks each token before the grammar. Control characters and unclosed
 * strings have a separate code.
 */
export function jsonFaultIn(text: string): JsonFault {
  const open: string[] = []
  let place: Place = 'value'
  for (let offset = 0; ;) {
    token.lastIndex = offset
    const found = token.exec(text)?.[1]
    if (found === undefined) return faultAt(text, offset)
    offset = token.lastIndex
    if (found === '"') {
      inside.lastIndex = offset
      inside.exec(text)
      offset = inside.lastIndex
      if (text[offset] !== '"') return text[offset] === '\\' ? syntaxError : controlCharacter
      offset++
    }
    const next = placeAfter(found, place, open)
    if (next === undefined) return syntaxError
    place = next
  }
}

/** The error at a position without a valid token: a control character, else a syntax error. */
function faultAt(text: string, offset: number): JsonFault {
  blanks.lastIndex = offset
  blanks.exec(text)
  return text.charCodeAt(blanks.lastIndex) < 0x20 ? controlCharacter : syntaxError
}

/** The state after a token; undefined if the token is not allowed at `place`. Updates `open`. */
function placeAfter(found: string, place: Place, open: string[]): Place | undefined {
  const isValue = place === 'value' || place === 'first value'
  const isKey = place === 'key' || place === 'first key'
  switch (found) {
    case '{':
    case '[':
      if (!isValue) return undefined
      open.push(found)
      return found === '{' ? 'first key' : 'first value'
    case '}':
    case ']': {
      const [opener, first] = found === '}' ? ['{', 'first key'] : ['[', 'first value']
      if (open.at(-1) !== opener || (place !== 'after value' && place !== first)) return undefined
      open.pop()
      return 'after value'
    }
    case ':':
      return place === 'colon' ? 'value' : undefined
    case ',':
      if (place !== 'after value' || open.length === 0) return undefined
      return open.at(-1) === '{' ? 'key' : 'value'
    case '"':
      if (isKey) return 'colon'
      return isValue ? 'after value' : undefined
    default:
      return isValue ? 'after value' : undefined
  }
}
