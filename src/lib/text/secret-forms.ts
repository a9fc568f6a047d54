/**
 * Finds each of these secrets, in any case: as it is; with any of its characters escaped for a URL, JSON or
 * HTML; and inside base64 at any offset, such as in Basic credentials.
 */
export function patternOf(secrets: readonly string[]): RegExp {
  const longest = secrets.toSorted((one, other) => other.length - one.length)
  const plain = longest.map((secret) => Array.from(secret, formsOfCharacter).join(''))
  const encoded = longest.flatMap(base64Of).map((core) => Array.from(core, formsOfDigit).join(''))
  return new RegExp([...new Set([...plain, ...encoded])].join('|'), 'gi')
}

/** Characters that servers escape as HTML entities. */
const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

/** A character as it is or escaped; letters and digits are never escaped. */
function formsOfCharacter(character: string): string {
  if (/[a-z0-9]/i.test(character)) return character
  const bytes = [...Buffer.from(character)]
  const units = Array.from({ length: character.length }, (_, index) => character.charCodeAt(index))
  const point = character.codePointAt(0) ?? 0
  const forms = [
    RegExp.escape(character),
    // A redirect may escape an escaped URL once more.
    bytes.map((byte) => `%(?:25)*${hex(byte, 2)}`).join(''),
    units.map((unit) => `\\\\u${hex(unit, 4)}`).join(''),
    `&#0*${point};`,
    `&#x0*${hex(point, 1)};`,
    ...(entities[character] === undefined ? [] : [entities[character]]),
    ...('"\\/'.includes(character) ? [`\\\\${RegExp.escape(character)}`] : []),
    ...(character === ' ' ? ['\\+'] : []),
  ]
  return `(?:${forms.join('|')})`
}

function hex(value: number, digits: number): string {
  return value.toString(16).padStart(digits, '0')
}

/**
 * The base64 characters of a text at each of the three offsets in a longer one, without those that depend on
 * its neighbours.
 */
function base64Of(text: string): string[] {
  return [0, 1, 2].map((before) => {
    const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(text)])
    return bytes.toString('base64').slice(Math.ceil((before * 8) / 6), Math.floor((bytes.length * 8) / 6))
  })
}

/** A digit of base64, of its variant for URLs, or escaped for a URL. */
function formsOfDigit(digit: string): string {
  if (digit === '+') return '(?:\\+|-|%2b)'
  if (digit === '/') return '(?:\\\\?\\/|_|%2f)'
  return digit
}
