import { escapeHtml } from './render.ts'

/** Removes tags together with the content of script and style. */
export function stripTags(text: string): string {
  return text.replace(/<(script|style)[^>]*?>[\s\S]*?<\/\1>/gi, '').replace(/<\/?[a-zA-Z!][^>]*>?/g, '')
}

/** One line of plain text: no tags, no line breaks, no percent-encoded octets; a `<` that opens no tag is escaped. */
export function cleanTextLine(text: string): string {
  if (/^[\w :/.,-]*$/.test(text) && !text.includes('  ')) return text.trim()
  return trimBytes(
    stripTags(text.replace(/<[^>]*?(?:(?=<)|>|$)/g, (part) => (part.endsWith('>') ? part : escapeOnce(part))))
      .replace(/[\r\n\t ]+/g, ' ')
      .replace(/%[a-f0-9]{2}/gi, ''),
  )
}

function escapeOnce(text: string): string {
  return escapeHtml(text).replace(/&amp;(?=#?\w+;)/g, '&')
}

/** As PHP trims: a NUL goes, a no-break space stays. */
function trimBytes(text: string): string {
  return text.replace(/^[ \t\n\r\0\v]+|[ \t\n\r\0\v]+$/g, '')
}

const schemes =
  /^(https?|ftps?|mailto|news|irc|irc6|ircs|gopher|nntp|feed|telnet|mms|rtsp|sms|svn|tel|fax|xmpp|webcal|urn):/i

/** An address as the engine stores it: spaces encoded, the scheme in small letters, `http://` added where nothing says otherwise, bad schemes dropped. */
export function cleanUrl(text: string): string {
  const trimmed = text
    .trim()
    .replaceAll(' ', '%20')
    .replace(/[^a-z0-9\-~+_.?#=!&;,/:%@$|*'()[\]\u0080-\uffff]/gi, '')
    .replace(/^[a-z][a-z0-9+.-]*:/i, (scheme) => scheme.toLowerCase())
  if (trimmed === '') return ''
  if (!trimmed.includes(':') && !/^[/#?]/.test(trimmed) && !/^[a-z0-9-]+?\.php/i.test(trimmed))
    return `http://${trimmed}`
  if (/^[^/?#:]*:/.test(trimmed) && !schemes.test(trimmed)) return ''
  return trimmed
}
