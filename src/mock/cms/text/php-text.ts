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
  for (let at = 0; at < text.length;) {
    const character = text[at] ?? ''
    if (character !== '<') {
      if (character !== '\0') kept += character
      at++
    } else if (/[ \t-\r]/.test(text[at + 1] ?? '')) {
      kept += character
      at++
    } else at = endOfTag(text, at)
  }
  return kept
}

function endOfTag(text: string, from: number): number {
  let quote = ''
  let depth = 0
  for (let at = from + 1; at < text.length; at++) {
    const character = text[at] ?? ''
    if (character === '>') {
      if (depth === 0 && quote === '') return at + 1
      if (depth > 0) depth--
    } else if (character === '!' && text[at - 1] === '<') return endOfDeclaration(text, at)
    else if (character === quote) quote = ''
    else if (quote === '' && /["']/.test(character)) quote = character
    else if (quote === '' && character === '<' && !/[ \t-\r]/.test(text[at + 1] ?? '')) depth++
  }
  return text.length
}

/** `<!` opens a comment or a declaration, wherever it stands; with it ends the tag around it. */
function endOfDeclaration(text: string, from: number): number {
  const pattern = text.startsWith('--', from + 1) ? /-->/g : />/g
  pattern.lastIndex = from + 1
  return pattern.test(text) ? pattern.lastIndex : text.length
}

/** One line or more of plain text: no tags, nor what script and style contain. */
export function stripAllTags(text: string): string {
  return trimPhp(stripTags(text.replace(/<(script|style)[^>]*?>[\s\S]*?<\/\1>/gi, '')))
}
