import { escapeUrl } from './clean.ts'

export const shortcodeNames = 'embed|wp_caption|caption|gallery|playlist|audio|video'

const open = `(${shortcodeNames})(?![\\w-])([^\\]/]*(?:/(?!\\])[^\\]/]*)*?)`
const shortcode = (from: number): string =>
  `${open}(?:/\\]|\\](?:([^[]*(?:\\[(?!/\\${from}\\])[^[]*)*)\\[/\\${from}\\])?)`
const anywhere = new RegExp(`\\[(\\[?)${shortcode(2)}(\\]?)`, 'g')
/** Something is a shortcode only where one of the names stands alone somewhere. */
const named = new RegExp(`\\[/?(?:${shortcodeNames})[<>&/[\\]\\0- =]`)
const space = '(?:[\\r\\n\\t ]|\\u00a0|&nbsp;)*'
const embed = /\[(\[?)embed(?:[ \t-\r][^\]/]*)?\]([^[]*)\[\/embed\](\]?)/g
const alone = new RegExp(`<p>${space}(\\[${shortcode(2)})${space}</p>`, 'g')

/** Shortcodes replaced by what they show: captions their content, galleries and players nothing. */
export function expandShortcodes(text: string): string {
  return replaceShortcodes(text, (name, content) =>
    name.endsWith('caption') ? expandShortcodes(content) : '',
  )
}

/** Embedded addresses as links: no other site is asked what it would show there. */
export function expandEmbeds(text: string): string {
  return text.includes('[embed')
    ? text.replace(embed, (whole, before: string, content = '', after: string) =>
        before === '[' && after === ']' ? whole : before + linkTo(content) + after,
      )
    : text
}

/** Text without its shortcodes and what they enclose. */
export function stripShortcodes(text: string): string {
  return replaceShortcodes(text, () => '')
}

/** Shortcodes that are paragraphs of their own lose the `<p>`. */
export function unwrapShortcodes(text: string): string {
  return text.includes('[') ? text.replace(alone, '$1') : text
}

function replaceShortcodes(text: string, shown: (name: string, content: string) => string): string {
  if (!named.test(text)) return text
  return text.replace(anywhere, (...found: unknown[]) => {
    const [whole = '', before = '', name = '', , content = '', after = ''] = found.map((part) =>
      typeof part === 'string' ? part : '',
    )
    return before === '[' && after === ']' ? whole.slice(1, -1) : before + shown(name, content) + after
  })
}

function linkTo(address: string): string {
  const url = escapeUrl(address)
  return url === '' ? '' : `<a href="${url}">${address.replaceAll('&', '&amp;')}</a>`
}
