/**
 * Plain text as the text of an element, spelled as the editors spell it: `"` stays, umlauts stay, U+00A0 becomes
 * `&nbsp;`. What cannot be stored (control characters, lone surrogates) is dropped or replaced.
 */
export function escapeText(text: string): string {
  return withoutShortcodes(escapeMarkup(text)).replaceAll('\u00a0', '&nbsp;')
}

/** Plain text as an attribute's value between double quotes. */
export function escapeAttribute(text: string): string {
  return escapeText(text).replaceAll('"', '&quot;')
}

/** Plain text as a title or an excerpt, on one line. */
export function escapeTitle(text: string): string {
  return escapeMarkup(text.replace(/\s+/g, ' ').trim())
}

function escapeMarkup(text: string): string {
  return storable(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** The engine runs `[name]` in content as a macro: a partner's text must not start one. */
function withoutShortcodes(text: string): string {
  return text.replace(/\[(?=[[/]*[a-z_])/gi, '&#91;')
}

function storable(text: string): string {
  return text.toWellFormed().replace(/\p{Cc}|[\ufffe\uffff]/gu, (char) => (/[\t\n\r]/.test(char) ? char : ''))
}
