/** Text from outside on one line, without anything that a terminal would obey. */
export function toPlain(text: string): string {
  return text.replace(/\s*[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]+\s*/gu, ' ')
}
