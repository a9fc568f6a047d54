/** Whether escaping would change a text at all. Most texts are plain, and this one look is cheaper than six passes. */
const special = /[&<>[\u00a0\ufffe\uffff\p{Cc}\p{Cs}]/u

/**
 * Plain text as the text of an element, spelled as the editors spell it: `"` stays, umlauts stay, U+00A0 becomes
 * `&nbsp;`. What cannot be stored (control characters, lone surrogates) is dropped or replaced.
 */
export function escapeText(text: string): string {
  return special.test(text) ? shielded(spelled(text)) : text
}

/**
 * The same on one line. The engine replaces an address alone on a line of a cell or an item by whatever that address
 * offers to embed, although visitors see no line there.
 */
export function escapeLine(text: string): string {
  const html = escapeText(text)
  return html.includes('\n') ? html.replace(/[ \t\r\n]+/g, ' ') : html
}

/** Plain text as an attribute's value between double quotes. */
export function escapeAttribute(text: string): string {
  // The engine's HTML filter drops a backslash at the end of a value.
  const escaped = special.test(text) ? withoutMacros(spelled(text)) : text
  return escaped.replaceAll('"', '&quot;').replaceAll('\\', '&#92;')
}

/** Plain text as a title or an excerpt, on one line; some themes run `[macros]` there, too. */
export function escapeTitle(text: string): string {
  return withoutMacros(withoutNumbers(escapeMarkup(text.replace(/\s+/g, ' ').trim())))
}

/**
 * Escaped markup in which the engine finds no `[macro]` to run and its HTML filter nothing to misread. To be
 * applied again to markup put together from escaped parts; that changes nothing twice. Its brackets are in elements
 * without a meaning, because the editor spells an entity as its character again when it saves a page.
 */
export function shielded(html: string): string {
  return replaceOpenings(withoutNumbers(html), '<span>[</span>')
}

/**
 * Escaped markup of a paragraph in which the engine does not see an address alone, which it would replace by whatever
 * that address offers to embed.
 */
export function withoutEmbed(html: string): string {
  return loneAddress.test(html) ? `<span>${html.trim()}</span>` : html
}

/** As the engine tells it: white space other than this belongs to the address. */
const loneAddress = /^[ \t\n\r\f\v]*https?:\/\/[^ \t\n\r\f\v<>"]+[ \t\n\r\f\v]*$/i

/** The same for places that hold text only. */
function withoutMacros(html: string): string {
  return replaceOpenings(html, '&#91;')
}

/** Brackets before what may be the name of a macro: `[gallery`, `[/gallery`, `[[gallery`. */
function replaceOpenings(html: string, bracket: string): string {
  if (!html.includes('[')) return html
  return html.replace(/[[/]+[a-z_]?/gi, (run) => (/\w$/.test(run) ? run.replaceAll('[', bracket) : run))
}

/** The engine's HTML filter would read the text `&amp;#60;` as `&#60;`. */
function withoutNumbers(html: string): string {
  return html.replaceAll('&amp;#', '&amp;&#35;')
}

function spelled(text: string): string {
  return withoutNumbers(escapeMarkup(text)).replaceAll('\u00a0', '&nbsp;')
}

function escapeMarkup(text: string): string {
  return storable(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

function storable(text: string): string {
  return text.toWellFormed().replace(/\p{Cc}|[\ufffe\uffff]/gu, (char) => (/[\t\n\r]/.test(char) ? char : ''))
}
