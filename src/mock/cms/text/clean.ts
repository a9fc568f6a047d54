import { stripAllTags, trimPhp } from './php-text.ts'

/** One line of plain text: no tags, no line breaks, no percent-encoded octets. A `<` without its `>` stays, encoded. */
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

/** Text in which every `<` without its `>` is encoded, with what follows it up to the next `<`. */
export function encodeUnclosedTags(text: string): string {
  return text.replace(/<[^>]*?(?=<|>|$)>?/g, (found) => (found.endsWith('>') ? found : encode(found)))
}

const encode = (text: string): string =>
  escapeBareAmpersands(text)
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#039;')

/** `&amp;` for every `&` that starts no character reference. */
export function escapeBareAmpersands(text: string): string {
  return text.replace(/&(?!#\d{1,7};|#x[0-9a-f]{1,6};|[a-z][a-z0-9]{1,8};)/gi, '&amp;')
}

const schemes = new Set(
  'http https ftp ftps mailto news irc irc6 ircs gopher nntp feed telnet mms rtsp sms svn tel fax xmpp webcal urn'.split(
    ' ',
  ),
)

/** An address as the engine stores it: spaces encoded, the scheme in small letters, `http://` added where nothing says otherwise, bad schemes dropped. */
export function cleanUrl(text: string): string {
  return withGoodScheme(completeUrl(text))
}

/** An address for use in markup: cleaned, with `&` and `'` encoded. */
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

/** Removes encoded line ends, also those that appear when others are removed. */
function withoutLineEnds(url: string): string {
  let plain = url
  while (/%0d|%0a/i.test(plain)) plain = plain.replace(/%0d|%0a/gi, '')
  return plain
}

/**
 * The scheme in lower case, and an empty text for one that is not allowed. What is before the first colon counts as the
 * scheme, even a host or a path, unless the address begins with a slash. Brackets are for hosts only.
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
