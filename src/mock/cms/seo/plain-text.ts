/** These elements end a line. */
const lineEnds = /<\/(?:p|h[1-6]|li|td|th|dt|dd|div|figcaption|blockquote)>|<br\s*\/?>/gi
const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  nbsp: ' ',
  '#038': '&',
  '#39': "'",
}

/** The visible text of stored content: no markup, one line for each paragraph, heading or cell. */
export function plainText(content: string): string {
  return content
    .replace(/<!--[\s\S]*?-->|<(script|style)\b[\s\S]*?<\/\1>/gi, ' ')
    .replace(lineEnds, '\n')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(amp|lt|gt|quot|nbsp|#038|#39);/g, (whole, name: string) => named[name] ?? whole)
    .replace(/ {2,}|[\t\r][ \t\r]*/g, ' ')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n')
}

/** Shortens a text to `length` characters, at the end of a word. */
export function cutAtWord(text: string, length: number): string {
  if (text.length <= length) return text
  const cut = text.slice(0, length - 1)
  const space = cut.lastIndexOf(' ')
  return `${(space > 0 ? cut.slice(0, space) : cut).replace(/[\s,;:.–-]+$/, '')}…`
}
