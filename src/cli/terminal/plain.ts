/** Puts foreign text on one line, without control characters. */
export function toPlain(text: string): string {
  return text.replace(/\s*[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]+\s*/gu, ' ')
}
