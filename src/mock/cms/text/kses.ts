import { entryOf } from '../rest/php.ts'
import { filterBlockAttributes } from './blocks/filter-attributes.ts'
import { addresses, allowed, everywhere, inlineOnly } from './allowed-markup.ts'
import { encodeUnclosedTags, escapeBareAmpersands } from './clean.ts'

// The markup that users without `unfiltered_html` may write. All other elements lose their tags but keep their text.

/** Filters content as `wp_kses_post` does. Comments, and with them block delimiters, stay. */
export function filterMarkup(html: string): string {
  return filter(html, (tag) => entryOf(allowed, tag))
}

/** Filters a title or a comment: a few inline elements only. */
export function filterInline(html: string): string {
  return filter(html, (tag) => (inlineOnly.has(tag) ? allowed[tag] : undefined))
}

type AttributesOf = (tag: string) => readonly string[] | undefined

function filter(html: string, attributesOf: AttributesOf): string {
  return filterMarkupAround(
    filterBlockAttributes(html, (text) => filterMarkupAround(text, attributesOf)),
    attributesOf,
  )
}

/** Filters everything except comments. */
function filterMarkupAround(html: string, attributesOf: AttributesOf): string {
  return html
    .split(/(<!--[\s\S]*?-->)/)
    .map((part, index) => (index % 2 === 1 ? part : filterTags(part, attributesOf)))
    .join('')
}

/** A `<` without a `>` is text. Otherwise both delimit a tag, even if there is no such element. */
function filterTags(text: string, attributesOf: AttributesOf): string {
  return encodeUnclosedTags(escapeBareAmpersands(text)).replace(/<[^>]*>|>/g, (tag) => {
    if (tag === '>') return '&gt;'
    const found = /^<\s*(\/?)\s*([a-zA-Z0-9-]+)([^>]*)>$/.exec(tag)
    const [, slash, name = '', rest = ''] = found ?? []
    const attributes = attributesOf(name.toLowerCase())
    if (attributes === undefined) return ''
    if (slash === '/') return `</${name}>`
    const kept = filterAttributes(rest, new Set([...everywhere, ...attributes]))
    return `<${name}${kept}${/\/\s*$/.test(rest) ? ' /' : ''}>`
  })
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
    kept += ` ${name}="${addresses.has(name) ? withoutBadScheme(value) : value}"`
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
