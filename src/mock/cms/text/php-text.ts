/** Text as PHP reads it: its idea of white space and of tags differs from this language's. */

/** What PHP's `\s` means, as part of a character class: no Unicode spaces. */
export const blank = ' \\t-\\r'

/** Without the spaces, line ends and NULs around it; no-break spaces and byte order marks stay. */
export function trimPhp(text: string): string {
  return text.replace(/^[ \t\n\r\0\v]+|[ \t\n\r\0\v]+$/g, '')
}

/**
 * Removes tags, comments and NULs. A `<` before white space is text; any other `<` opens a tag that lasts to its `>`
 * or to the end, quoted `>` apart.
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

/** Where the tag ends that starts at `from`. `depth` counts what is open in it, and outlasts a comment that ends it. */
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

/** `<!` opens a comment or a declaration anywhere; its end also ends the tag around it. */
function endOfDeclaration(text: string, from: number): number {
  const pattern = text.startsWith('--', from + 1) ? /-->/g : />/g
  pattern.lastIndex = from + 1
  return pattern.test(text) ? pattern.lastIndex : text.length
}

/** One line or more of plain text: no tags, nor what script and style contain. */
export function stripAllTags(text: string): string {
  return trimPhp(stripTags(text.replace(/<(script|style)[^>]*?>[\s\S]*?<\/\1>/gi, '')))
}

const windows = new TextDecoder('windows-1252')

/** References to control characters become those that Windows meant by them: &#150; → &#8211;. */
export function replaceWindowsReferences(text: string): string {
  if (!text.includes('&#1')) return text
  return text.replace(/&#(1[2-5]\d);/g, (reference, digits: string) => {
    const code = Number(digits)
    const meant = windows.decode(Uint8Array.of(code)).codePointAt(0) ?? code
    if (code < 128) return reference
    return meant === code ? '' : `&#${meant};`
  })
}
