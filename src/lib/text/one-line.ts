const gap = /[\s\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]+/gu
const control = /[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]/u

/** Puts text on one line, without control characters and marks that change the order of the text. */
export function toOneLine(text: string): string {
  // A whole gap at once, because a pattern with blanks around controls takes quadratic time on many blanks.
  return text.toWellFormed().replace(gap, (found) => (control.test(found) ? ' ' : found))
}
