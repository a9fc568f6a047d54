import { escapeUrl } from './clean.ts'

const fullAddress =
  /([ \t-\r(<.,;:!?])(\w{1,20}:\/\/(?=[^ \t-\r]{1,2000}[ \t-\r])[\w\u0080-\uffff#%~/@[\]*(+=&$-]*(?:['.,;:!?)][\w\u0080-\uffff#%~/@[\]*(+=&$-]+)*)(\)?)/g
const bareHost = /([ \t-\r>])((?:www|ftp)\.[\w\u0080-\uffff#$%&~/.\-;:=,?@[\]+]+)/gi
const mailbox = /([ \t-\r>])([.0-9a-z_+-]+)@((?:[0-9a-z-]+\.)+[0-9a-z]{2,})/gi
const opensVerbatim = /^<(?:code|pre|script|style)[ \t-\r>]/i
const closesVerbatim = /^<\/(?:code|pre|script|style)>$/i

/** Converts URLs and e-mail addresses in a comment to links, except in tags and code. See `make_clickable`. */
export function makeClickable(text: string): string {
  if (!/:\/\/|www\.|ftp\.|@/i.test(text)) return text
  let depth = 0
  return text
    .split(/(<[^<>]+>)/)
    .map((part) => {
      if (opensVerbatim.test(part)) depth++
      else if (depth > 0 && closesVerbatim.test(part)) depth--
      const isTag = part.startsWith('<') && !/^<[ \t-\r]*\w{1,20}:\/\//.test(part)
      return depth > 0 || part === '' || isTag ? part : linkAll(part)
    })
    .join('')
    .replace(/(<a(?:[ \r\n\t]+[^>]+?>|>))<a [^>]+?>([^>]+?)<\/a><\/a>/gi, '$1$2</a>')
}

function linkAll(text: string): string {
  return ` ${text} `
    .replace(fullAddress, linkAddress)
    .replace(bareHost, linkHost)
    .replace(mailbox, '$1<a href="mailto:$2@$3">$2@$3</a>')
    .slice(1, -1)
}

/** A URL contains parentheses only in pairs. */
function linkAddress(whole: string, before: string, found: string, parenthesis: string): string {
  const kept = parenthesis !== '' && found.indexOf('(') > 0 ? found + parenthesis : found
  let url = kept
  while (count(url, '(') < count(url, ')')) url = url.slice(0, url.lastIndexOf(')'))
  const rest = kept.slice(url.length) + (kept === found ? parenthesis : '')
  const link = linkTo(url)
  return link === '' ? whole : before + link + rest
}

function linkHost(whole: string, before: string, found: string): string {
  const end = /[.,;:)]$/.exec(found)?.[0] ?? ''
  const link = linkTo(`http://${found.slice(0, found.length - end.length)}`)
  return link === '' ? whole : before + link + end
}

function linkTo(address: string): string {
  const url = escapeUrl(address)
  return url === '' ? '' : `<a href="${url}" rel="nofollow ugc">${url}</a>`
}

const count = (text: string, character: string): number => text.split(character).length - 1
