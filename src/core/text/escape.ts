/** Whether escaping would change the text. Most text is plain, and this check is cheaper than six passes. */
const special = /[&<>[\u00a0\ufffe\uffff\p{Cc}\p{Cs}]/u

/**
 * Plain text as the text of an element, spelled as the editors spell it: `"` and umlauts stay, U+00A0 becomes `&nbsp;`.
 * Characters that cannot be stored (control characters, lone surrogates) are dropped or replaced.
 */
export function escapeText(text: string): string {
  return special.test(text) ? shielded(spelled(text)) : text
}

/**
 * Plain text as one line of an element. WordPress embeds the target of a URL that is alone on a line of a cell or list
 * item, although visitors see no line there.
 */
export function escapeLine(text: string): string {
  const html = escapeText(text)
  return html.includes('\n') ? html.replace(/[ \t\r\n]+/g, ' ') : html
}

/** Plain text as an attribute's value between double quotes. */
export function escapeAttribute(text: string): string {
  // WordPress's HTML filter drops a backslash at the end of a value.
  const escaped = special.test(text) ? withoutMacros(spelled(text)) : text
  return escaped.replaceAll('"', '&quot;').replaceAll('\\', '&#92;')
}

/** Plain text as a title or an excerpt, on one line; some themes run `[macros]` there too. */
export function escapeTitle(text: string): string {
  return withoutMacros(withoutNumbers(escapeMarkup(text.replace(/\s+/g, ' ').trim())))
}

/**
 * Escaped markup without `[macro]` that WordPress would run and without text that its HTML filter would misread. Safe
 * to apply again to markup joined from escaped parts. The brackets are in elements without a meaning, because the
 * editor replaces an entity with its character when it saves a page.
 */
export function shielded(html: string): string {
  return replaceOpenings(withoutNumbers(html), '<span>[</span>')
}

/** Escaped markup of a paragraph, with a URL that is alone on its line protected: WordPress would embed its target. */
export function withoutEmbed(html: string): string {
  return loneAddress.test(html) ? `<span>${html.trim()}</span>` : html
}

/** WordPress's own rule: other white space belongs to the URL. */
const loneAddress = /^[ \t\n\r\f\v]*https?:\/\/[^ \t\n\r\f\v<>"]+[ \t\n\r\f\v]*$/i

/** Like `shielded`, for places that only hold text. */
function withoutMacros(html: string): string {
  return replaceOpenings(html, '&#91;')
}

/** Replaces brackets that may start a macro: `[gallery`, `[/gallery`, `[[gallery`. */
function replaceOpenings(html: string, bracket: string): string {
  if (!html.includes('[')) return html
  return html.replace(/[[/]+[a-z_]?/gi, (run) => (/\w$/.test(run) ? run.replaceAll('[', bracket) : run))
}

/** WordPress's HTML filter would read the text `&amp;#60;` as `&#60;`. */
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
