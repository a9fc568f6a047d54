const longest = 200

const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&nbsp;': ' ',
  '&#039;': "'",
  '&#8217;': '’',
}

/** The start of a web page or plain text, on one line and without markup. */
export function plainWords(text: string): string {
  const words = withoutMarkup(text)
    .replaceAll(/&[a-z]+;|&#\d+;/gi, (entity) => entities[entity.toLowerCase()] ?? ' ')
    .replaceAll(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
    .trim()
  return words.length > longest ? `${words.slice(0, longest - 1).trimEnd()}…` : words
}

const opening = /<(?:!--|(?:script|style|head)\b)?/g
const closings: Readonly<Record<string, string>> = {
  '<!--': '-->',
  '<script': '</script>',
  '<style': '</style>',
  '<head': '</head>',
}

/**
 * Text with a space for each tag, comment and invisible element; one pass, even if any of them is not closed.
 */
function withoutMarkup(text: string): string {
  // A change of case may change the number of characters in other alphabets.
  const lower = text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase())
  const found = new Map<string, number>()
  const endOf = (closing: string, from: number): number => {
    const known = found.get(closing)
    if (known === -1 || (known !== undefined && known >= from)) return known
    const next = lower.indexOf(closing, from)
    found.set(closing, next)
    return next
  }
  let words = ''
  let at = 0
  for (const { index, 0: mark } of lower.matchAll(opening)) {
    if (index < at) continue
    const closing = closings[mark] ?? '>'
    const whole = endOf(closing, index)
    const length = whole === -1 ? 1 : closing.length
    const end = whole === -1 ? endOf('>', index) : whole
    if (end === -1) break
    words += `${text.slice(at, index)} `
    at = end + length
  }
  return words + text.slice(at)
}
