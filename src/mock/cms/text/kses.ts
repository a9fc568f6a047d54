import { addresses, allowed, everywhere, inlineOnly } from './allowed-markup.ts'
import { escapeBareAmpersands } from './clean.ts'

// What users without the right to unfiltered markup may write: everything else loses its tags, not its text.

/** Filters content; comments (so block delimiters) stay. */
export function filterMarkup(html: string): string {
  return filter(html, (tag) => allowed[tag])
}

/** Filters a title or a comment: a few inline elements only. */
export function filterInline(html: string): string {
  return filter(html, (tag) => (inlineOnly.has(tag) ? allowed[tag] : undefined))
}

function filter(html: string, attributesOf: (tag: string) => readonly string[] | undefined): string {
  return html.replace(
    /<!--[\s\S]*?-->|<(\/?)([a-zA-Z][a-zA-Z0-9-]*)([^>]*)>|[<>]|[^<>]+/g,
    (...found: unknown[]) => {
      const [whole, slash, name, rest] = found.map((part) => (typeof part === 'string' ? part : ''))
      if (whole === undefined || whole.startsWith('<!--')) return whole ?? ''
      if (whole === '<') return '&lt;'
      if (whole === '>') return '&gt;'
      if (name === undefined || name === '') return escapeBareAmpersands(whole)
      const attributes = attributesOf(name.toLowerCase())
      if (attributes === undefined) return ''
      if (slash === '/') return `</${name}>`
      const kept = filterAttributes(rest ?? '', new Set([...everywhere, ...attributes]))
      return `<${name}${kept}${/\/\s*$/.test(rest ?? '') ? ' /' : ''}>`
    },
  )
}

function filterAttributes(text: string, names: ReadonlySet<string>): string {
  let kept = ''
  for (const found of text.matchAll(/([a-zA-Z][\w:-]*)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s"'>]+))?/g)) {
    const name = (found[1] ?? '').toLowerCase()
    if (!names.has(name) && !/^(data|aria)-[\w-]+$/.test(name)) continue
    if (found[2] === undefined) {
      kept += ` ${name}`
      continue
    }
    const value = found[2].replace(/^["']|["']$/g, '')
    kept += ` ${name}="${escapeBareAmpersands(addresses.has(name) ? withoutBadScheme(value) : value)}"`
  }
  return kept
}

function withoutBadScheme(address: string): string {
  const scheme = /^\s*([a-z][a-z0-9+.-]*):/i.exec(address)
  if (
    scheme === null ||
    /^(https?|ftps?|mailto|news|tel|sms|fax|xmpp|webcal|urn|feed|irc)$/i.test(scheme[1] ?? '')
  )
    return address
  return address.slice(scheme[0].length)
}
