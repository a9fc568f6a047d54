import { stripAllTags, trimPhp } from './php-text.ts'

/**
 * One line of plain text without tags, line breaks and percent-encoded octets, as `sanitize_text_field` returns it. A
 * `<` without a `>` stays, encoded.
 */
export function cleanTextLine(text: string): string {
  if (/^[\w :/.,-]*$/.test(text) && !text.includes('  ')) return text.trim()
  const line = trimPhp(withoutTags(text).replace(/[\r\n\t ]+/g, ' '))
  let clean = line
  while (/%[a-f0-9]{2}/i.test(clean)) clean = clean.replace(/%[a-f0-9]{2}/gi, '')
  return clean === line ? line : trimPhp(clean.replace(/ +/g, ' '))
}

/** Text of several lines without tags. */
export function withoutTags(text: string): string {
  if (!text.includes('<')) return text
  return stripAllTags(encodeUnclosedTags(text)).replaceAll('<\n', '&lt;\n')
}

/** Encodes every `<` without a `>`, together with the text up to the next `<`. */
export function encodeUnclosedTags(text: string): string {
  return text.replace(/<[^>]*?(?=<|>|$)>?/g, (found) => (found.endsWith('>') ? found : encode(found)))
}

const encode = (text: string): string =>
  escapeBareAmpersands(text)
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#039;')

/** Encodes each `&` that does not start a character reference. */
export function escapeBareAmpersands(text: string): string {
  return text.replace(/&(?!#\d{1,7};|#x[0-9a-f]{1,6};|[a-z][a-z0-9]{1,8};)/gi, '&amp;')
}

const schemes = new Set(
  'http https ftp ftps mailto news irc irc6 ircs gopher nntp feed telnet mms rtsp sms svn tel fax xmpp webcal urn'.split(
    ' ',
  ),
)

/**
 * A URL as `sanitize_url` returns it: spaces encoded, the scheme in lower case, `http://` added if it is missing. Empty
 * if the scheme is not allowed.
 */
export function cleanUrl(text: string): string {
  return withGoodScheme(completeUrl(text))
}

/** A URL for use in markup, as `esc_url` returns it: sanitized, with `&` and `'` encoded. */
export function escapeUrl(text: string): string {
  const shown = escapeBareAmpersands(completeUrl(text)).replaceAll('&amp;', '&#038;')
  return withGoodScheme(shown.replaceAll("'", '&#039;'))
}

function completeUrl(text: string): string {
  const clean = text
    .replace(/^[ \t\n\r\0\v]+/, '')
    .replaceAll(' ', '%20')
    .replace(/[^a-z0-9\-~+_.?#=!&;,/:%@$|*'()[\]\u0080-\uffff]/gi, '')
  if (clean === '') return ''
  const plain = (/^mailto:/i.test(clean) ? clean : withoutLineEnds(clean)).replaceAll(';//', '://')
  if (plain.includes(':') || /^[/#?]|^[a-z0-9-]+?\.php/i.test(plain)) return plain
  return `http://${plain}`
}

/** Removes encoded line breaks, including those that appear when others are removed. */
function withoutLineEnds(url: string): string {
  let plain = url
  while (/%0d|%0a/i.test(plain)) plain = plain.replace(/%0d|%0a/gi, '')
  return plain
}

/**
 * Converts the scheme to lower case. Returns an empty string if it is not allowed. As in WordPress, the text before the
 * first colon counts as the scheme, even if it is a host or path, unless the URL starts with a slash. Brackets are
 * allowed in hosts only.
 */
function withGoodScheme(url: string): string {
  const clean = encodeBrackets(url)
  if (/^\/|^https?:\/\//.test(clean)) return clean
  const [before = '', colon] = clean.split(/(:|&#0*58;|&#x0*3a;|&colon;)/i)
  if (colon === undefined || before.includes('/?')) return clean
  const scheme = before.toLowerCase()
  return schemes.has(scheme) && colon === ':' ? scheme + clean.slice(before.length) : ''
}

function encodeBrackets(url: string): string {
  const host = /^(?:[a-z][a-z0-9+.-]*:)?\/\/[^/?#]*/i.exec(url)?.[0] ?? ''
  return host + url.slice(host.length).replaceAll('[', '%5B').replaceAll(']', '%5D')
}
