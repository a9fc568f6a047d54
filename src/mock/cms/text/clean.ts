/** Removes tags together with the content of script and style. */
export function stripTags(text: string): string {
  return text.replace(/<(script|style)[^>]*?>[\s\S]*?<\/\1>/gi, '').replace(/<\/?[a-zA-Z!][^>]*>?/g, '')
}

/** One line of plain text: no tags, no line breaks, no percent-encoded octets. */
export function cleanTextLine(text: string): string {
  if (/^[\w :/.,-]*$/.test(text) && !text.includes('  ')) return text.trim()
  return stripTags(text)
    .replace(/[\r\n\t ]+/g, ' ')
    .replace(/%[a-f0-9]{2}/gi, '')
    .trim()
}

const schemes =
  /^(https?|ftps?|mailto|news|irc|irc6|ircs|gopher|nntp|feed|telnet|mms|rtsp|sms|svn|tel|fax|xmpp|webcal|urn):/i

/** An address as the engine stores it: spaces encoded, `http://` added where nothing says otherwise, bad schemes dropped. */
export function cleanUrl(text: string): string {
  const trimmed = text
    .trim()
    .replaceAll(' ', '%20')
    .replace(/[^a-z0-9\-~+_.?#=!&;,/:%@$|*'()[\]\u0080-\uffff]/gi, '')
  if (trimmed === '') return ''
  if (!trimmed.includes(':') && !/^[/#?]/.test(trimmed) && !/^[a-z0-9-]+?\.php/i.test(trimmed))
    return `http://${trimmed}`
  if (/^[^/?#:]*:/.test(trimmed) && !schemes.test(trimmed)) return ''
  return trimmed
}
