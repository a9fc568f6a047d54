/** Text functions of PHP. White space and tags are not the same as in JavaScript. */

/** PHP's `\s` as part of a character class, which excludes Unicode spaces. */
export const blank = ' \\t-\\r'

/** PHP's `trim()`: removes spaces, line breaks and NULs. No-break spaces and byte order marks stay. */
export function trimPhp(text: string): string {
  return text.replace(/^[ \t\n\r\0\v]+|[ \t\n\r\0\v]+$/g, '')
}

/**
 * PHP's `strip_tags()`: removes tags, comments and NULs. A `<` before white space is text. Any other `<` opens a tag,
 * which lasts until its `>` outside quotes, or until the end.
 */
export function stripTags(text: string): string {
  if (!/[<\0]/.test(text)) return text
  let kept = ''
  let state = { end: 0, depth: 0 }
  while (state.end < text.length) {
    const character = text[state.end] ?? ''
    const opens = character === '<' && !/[ \t-\r]/.test(text[state.end + 1] ?? '')
    if (opens) state = skipTag(text, state.end, state.depth)
    else {
      const closes = character === '>' && state.depth > 0
      if (!closes && character !== '\0') kept += character
      state = { end: state.end + 1, depth: closes ? state.depth - 1 : state.depth }
    }
  }
  return kept
}

/**
 * The end of the tag that starts at `from`. `depth` counts the tags open inside it, and survives a comment that ends
 * it.
 */
function skipTag(text: string, from: number, outer: number): { end: number; depth: number } {
  let quote = ''
  let depth = outer
  for (let at = from + 1; at < text.length; at++) {
    const character = text[at] ?? ''
    if (character === '>') {
      if (depth === 0 && quote === '') return { end: at + 1, depth }
      if (depth > 0) depth--
    } else if (character === '!' && quote === '' && text[at - 1] === '<')
      return { end: endOfDeclaration(text, at), depth }
    else if (character === quote) quote = ''
    else if (quote === '' && /["']/.test(character)) quote = character
    else if (quote === '' && character === '<' && !/[ \t-\r]/.test(text[at + 1] ?? '')) depth++
  }
  return { end: text.length, depth }
}

/** `<!` opens a comment or declaration, even inside a tag. Its end also ends the surrounding tag. */
function endOfDeclaration(text: string, from: number): number {
  const pattern = text.startsWith('--', from + 1) ? /-->/g : />/g
  pattern.lastIndex = from + 1
  return pattern.test(text) ? pattern.lastIndex : text.length
}

/** Plain text without tags and without the content of script and style. */
export function stripAllTags(text: string): string {
  return trimPhp(stripTags(text.replace(/<(script|style)[^>]*?>[\s\S]*?<\/\1>/gi, '')))
}

const windows = new TextDecoder('windows-1252')

/** Replaces references to control characters with the characters of Windows-1252: &#150; → &#8211;. */
export function replaceWindowsReferences(text: string): string {
  if (!text.includes('&#1')) return text
  return text.replace(/&#(1[2-5]\d);/g, (reference, digits: string) => {
    const code = Number(digits)
    const meant = windows.decode(Uint8Array.of(code)).codePointAt(0) ?? code
    if (code < 128) return reference
    return meant === code ? '' : `&#${meant};`
  })
}
