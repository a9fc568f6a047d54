import { escapeAttribute, shielded } from '../text/escape.ts'
import type { Inline } from '../markup/blocks.ts'

/** The inline elements that are kept, and their replacements. */
export const inlineTags: ReadonlyMap<string, string> = new Map([
  ['strong', 'strong'],
  ['b', 'strong'],
  ['em', 'em'],
  ['i', 'em'],
  ['sub', 'sub'],
  ['sup', 'sup'],
])

/** Whether escaped inline markup shows nothing. */
export function isBlank(html: string): boolean {
  return html.replace(/<[^>]*>|&nbsp;/g, '').trim() === ''
}

/** A line of escaped inline markup without white space and line breaks around it, or undefined when it is blank. */
export function toLine(html: string): Inline | undefined {
  if (isBlank(html)) return undefined
  const line = shielded(html)
    .replace(/[ \t\r\n]+/g, ' ')
    .replaceAll(' <br>', '<br>')
    .replaceAll('<br> ', '<br>')
    .trim()
  let [start, end] = [0, line.length]
  while (line.startsWith('<br>', start)) start += 4
  while (line.endsWith('<br>', end)) end -= 4
  return { html: line.slice(start, end).trim() }
}

/** A link around escaped inline markup; without an absolute URL only the markup. */
export function link(href: string | undefined, inner: string): string {
  const url = href === undefined ? undefined : validUrl(href.trim())
  return url === undefined ? inner : `<a href="${escapeAttribute(url)}">${inner}</a>`
}

const scheme = /^(?:https?:\/\/|mailto:|tel:)/i
/** Characters that browsers accept in a URL, but the standard does not. */
const unencoded = /[\s"<>\\^`{|}]/g

function validUrl(text: string): string | undefined {
  if (!scheme.test(text)) return undefined
  if (text.search(unencoded) === -1) return text
  return URL.parse(text)?.href.replace(unencoded, encodeURIComponent)
}
