/** Whether escaping would change a text at all. Most texts are plain, and this one look is cheaper than six passes. */
const special = /[&<>[\u00a0\ufffe\uffff\p{Cc}\p{Cs}]/u

/**
 * Plain text as the text of an element, spelled as the editors spell it: `"` stays, umlauts stay, U+00A0 becomes
 * `&nbsp;`. What cannot be stored (control characters, lone surrogates) is dropped or replaced.
 */
export function escapeText(text: string): string {
  if (!special.test(text)) return text
  return shielded(escapeMarkup(text)).replaceAll('\u00a0', '&nbsp;')
}

/** Plain text as an attribute's value between double quotes. */
export function escapeAttribute(text: string): string {
  // The engine's HTML filter drops a backslash at the end of a value.
  return escapeText(text).replaceAll('"', '&quot;').replaceAll('\\', '&#92;')
}

/** Plain text as a title or an excerpt, on one line. */
export function escapeTitle(text: string): string {
  return withoutNumbers(escapeMarkup(text.replace(/\s+/g, ' ').trim()))
}

/**
 * Escaped markup in which the engine finds no `[macro]` to run and its HTML filter nothing to misread. To be
 * applied again to markup put together from escaped parts; that changes nothing twice.
 */
export function shielded(html: string): string {
  return withoutNumbers(html).replace(/\[(?=[[/]*[a-z_])/gi, '&#91;')
}

/** The engine's HTML filter would read the text `&amp;#60;` as `&#60;`. */
function withoutNumbers(html: string): string {
  return html.replaceAll('&amp;#', '&amp;&#35;')
}

function escapeMarkup(text: string): string {
  return storable(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

function storable(text: string): string {
  return text.toWellFormed().replace(/\p{Cc}|[\ufffe\uffff]/gu, (char) => (/[\t\n\r]/.test(char) ? char : ''))
}
