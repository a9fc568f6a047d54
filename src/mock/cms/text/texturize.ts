import { setQuotes } from './quotes.ts'
import { blank, trimPhp } from './php-text.ts'
import { shortcodeNames } from './shortcodes.ts'

const verbatim = new Set(['pre', 'code', 'kbd', 'style', 'script', 'tt'])
const markup = '<!--[\\s\\S]*?(?:-->|$)|<[^>]*>?'
const shortcode = `\\[[/[]?(?:${shortcodeNames})(?=[${blank}\\]/])(?:[^[\\]<>]|<[^[\\]>]*>)*\\]\\]?`
const tags = new RegExp(`(${markup})`)
const tagsAndShortcodes = new RegExp(`(${markup}|${shortcode})`)
const wholeShortcode = new RegExp(`^${shortcode}$`)

/**
 * Typographic quotes, dashes, primes and ellipses, as `wptexturize` sets them. A bare `&` becomes `&#038;`. Code,
 * comments and shortcodes stay.
 */
export function texturize(text: string): string {
  if (!/[-'"&`x]|\.\.\.| \(tm\)/.test(text)) return text
  const open: string[] = []
  return text
    .split(text.includes('[') ? tagsAndShortcodes : tags)
    .map((part) => {
      if (part.startsWith('<!--') || trimPhp(part) === '') return part
      if (part.startsWith('<')) {
        noteVerbatim(open, part)
        return encodeAmpersands(part)
      }
      const stays = open.length > 0 || (part.startsWith('[') && wholeShortcode.test(part))
      return stays ? part : typography(part)
    })
    .join('')
}

function noteVerbatim(open: string[], tag: string): void {
  const closes = tag.startsWith('</')
  const name = /^[^ ]*/.exec(tag.slice(closes ? 2 : 1, tag.includes(' ') ? undefined : -1))?.[0] ?? ''
  if (!verbatim.has(name)) return
  if (!closes) open.push(name)
  else if (open.at(-1) === name) open.pop()
}

/** Words whose leading quote is an apostrophe. */
const clipped = "'tain't,'twere,'twas,'tis,'twill,'til,'bout,'nuff,'round,'cause,'em"
  .split(',')
  .map((word) => [word, word.replaceAll("'", '&#8217;')] as const)

const space = '(?:[\\r\\n\\t ]|\\u00a0|&nbsp;)'
const spacedDashes = new RegExp(`(?<=^|${space})--(?=$|${space})`, 'g')
const spacedDash = new RegExp(`(?<=^|${space})-(?=$|${space})`, 'g')

function typography(text: string): string {
  let written = text
    .replaceAll('...', '&#8230;')
    .replaceAll('``', '&#8220;')
    .replaceAll("''", '&#8221;')
    .replaceAll(' (tm)', ' &#8482;')
  if (written.includes("'"))
    for (const [word, replacement] of clipped) written = written.replaceAll(word, replacement)
  written = setQuotes(written)
  if (written.includes('-')) written = setDashes(written)
  if (/\dx\d/.test(written))
    written = written.replace(/\b(0[\d.,]+|[1-9][\d.,]*)x(\d[\d.,]*)\b/g, '$1&#215;$2')
  return encodeAmpersands(written)
}

function setDashes(text: string): string {
  return text
    .replaceAll('---', '&#8212;')
    .replace(spacedDashes, '&#8212;')
    .replace(/(?<!xn)--/g, '&#8211;')
    .replace(spacedDash, '&#8211;')
}

/** Encodes each `&` that does not look like the start of a character reference. */
export function encodeAmpersands(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(/&(?!#(?:\d+|x[a-f0-9]+);|[a-z1-4]{1,8};)/gi, '&#038;')
}
